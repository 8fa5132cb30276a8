// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** What the protocol tells an operator: operation or record, never key or payload. */
final class Log {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private Log() {}

  static void undoFailed(Fence fence, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The claim of record %s, attempt %d, could not be undone; its lease has to run out"
            .formatted(fence.id(), fence.attempt()),
        cause);
  }

  static void undoSkipped(Fence fence) {
    LOGGER.log(
        Level.INFO,
        "The claim of record %s, attempt %d, was not undone, as a successor has the record"
            .formatted(fence.id(), fence.attempt()));
  }

  static void rolledBack(Fence fence, @Nullable Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The work of record %s, attempt %d, succeeded but was rolled back; its key was given back: %s"
            .formatted(
                fence.id(),
                fence.attempt(),
                cause == null ? "no cause is known" : Causes.describe(cause)));
  }

  /** Business rows are flushed with the outcome, so the cause's message may quote their values. */
  static void outcomeNotWritten(Fence fence, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The outcome of record %s, attempt %d, could not be written; its transaction rolls back: %s"
            .formatted(fence.id(), fence.attempt(), Causes.describe(cause)));
  }

  static void settlingFailed(Fence fence, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The end of record %s, attempt %d, could not be stored; its lease has to run out"
            .formatted(fence.id(), fence.attempt()),
        cause);
  }

  static void leaseLost(Fence fence) {
    LOGGER.log(
        Level.INFO,
        "Attempt %d of record %s outlived its lease and was rolled back; a successor has the record"
            .formatted(fence.attempt(), fence.id()));
  }
}
