// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OperatorAction;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the protocol tells an operator: operation or record, never key or payload. Of a cause only
 * what {@link Causes} lets through: messages of databases and providers quote rows and parameters.
 */
final class Log {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private Log() {}

  static void undoFailed(Fence fence, Throwable cause) {
    warn("The claim of %s could not be undone; its lease has to run out", fence, cause);
  }

  static void purged(Purged done) {
    LOGGER.log(
        Level.INFO,
        "Purged: %d expired records deleted, %d abandoned ones given back, %d left to an operator"
            .formatted(done.deleted(), done.givenBack(), done.unknown()));
  }

  static void purgeFails(Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The purge failed with %s; it goes on after its interval"
            .formatted(Causes.describe(cause)));
  }

  static void purgeEnds(Throwable cause) {
    LOGGER.log(Level.DEBUG, "The purge ends with the application", cause);
  }

  static void undoSkipped(Fence fence) {
    LOGGER.log(
        Level.INFO,
        "The claim of %s was not undone, as a successor has the record".formatted(named(fence)));
  }

  static void outcomeNotWritten(Fence fence, Throwable cause) {
    warn("The outcome of %s could not be written; its transaction rolls back", fence, cause);
  }

  static void rolledBack(Fence fence, @Nullable Throwable cause) {
    warn("The work of %s succeeded but was rolled back; its key was given back", fence, cause);
  }

  static void settlingFailed(Fence fence, Throwable cause) {
    warn("The end of %s could not be stored; its lease has to run out", fence, cause);
  }

  static void leaseLost(Fence fence) {
    LOGGER.log(
        Level.INFO,
        "The work of %s outlived its lease and was rolled back; a successor has the record"
            .formatted(named(fence)));
  }

  static void suspendsTransaction(String operation) {
    LOGGER.log(
        Level.WARNING,
        ("Operation %s was called inside a transaction, which is suspended while its steps run:"
                + " they don't roll back with it")
            .formatted(operation));
  }

  static void requestWithoutKey(String operation, String where, String method, String host) {
    LOGGER.log(
        Level.WARNING,
        ("Operation %s sent a request (%s to %s) %s; it carries no key, and a retry sends it again."
                + " Send it within a step, on the thread that runs the method, or give it the"
                + " header yourself (docs/how-to/child-keys.md)")
            .formatted(operation, method, host, where));
  }

  static void repeatedRequest(String operation, String method, String host) {
    LOGGER.log(
        Level.WARNING,
        ("Operation %s sent a request (%s to %s) again in the same attempt after one that wasn't"
                + " answered, or was to be repeated; it counts as another one and has another key."
                + " If it is meant to be the same, give both the header with"
                + " IdempotentCall.childKey (docs/how-to/child-keys.md)")
            .formatted(operation, method, host));
  }

  static void phaseRolledBack(Fence fence, String step, @Nullable Throwable cause) {
    warn("Phase '" + step + "' of %s did not commit", fence, cause);
  }

  static void stepNotTakenBack(Fence fence, String step, Throwable cause) {
    warn("Step '" + step + "' of %s had no effect, but counts as begun", fence, cause);
  }

  static void evidenceLost(Fence fence, String step, Throwable cause) {
    warn("The late result of step '" + step + "' of %s could not be kept", fence, cause);
  }

  static void outcomeUnknown(Fence fence, String step, @Nullable Throwable cause) {
    warn(
        "Step '" + step + "' of %s may have taken effect; an operator must resolve it",
        fence,
        cause);
  }

  /** Who and why stand in the audit log; a log's readers need not know people. */
  static void operated(RecordId id, OperatorAction.Kind kind, Acting acting) {
    LOGGER.log(
        Level.INFO,
        "An operator acted on record %s, attempt %d: %s%s"
            .formatted(
                id,
                acting.decision().attempt(),
                kind,
                acting.decision().force() ? ", forced" : ""));
  }

  static void notTold(String operation, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "Telemetry was not told of a call of operation %s: %s"
            .formatted(operation, Causes.describe(cause)));
  }

  static void pastLongestRun(Fence fence, Duration longestRun) {
    LOGGER.log(
        Level.WARNING,
        "The work of %s runs for longer than %s; its lease is not renewed any more"
            .formatted(named(fence), longestRun));
  }

  static void leasesNotRenewed(long ticks, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "Leases of running calls could not be renewed (%d ticks since this was last said): %s"
            .formatted(ticks, Causes.describe(cause)));
  }

  private static void warn(String fact, Fence fence, @Nullable Throwable cause) {
    String reason = cause == null ? "" : ": " + Causes.describe(cause);
    LOGGER.log(Level.WARNING, fact.formatted(named(fence)) + reason);
  }

  private static String named(Fence fence) {
    return "record %s, attempt %d,".formatted(fence.id(), fence.attempt());
  }
}
