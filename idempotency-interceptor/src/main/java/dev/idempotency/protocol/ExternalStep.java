// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.ExternalOptions;
import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import java.time.Duration;

/**
 * A call to the outside, without transaction or connection, between a begin and an end that are
 * committed on their own (P34, P36).
 */
final class ExternalStep {

  private final StepContext context;
  private final Place place;
  private final ExternalOptions options;
  private final StepBody body;
  private boolean triedToFinish;

  ExternalStep(StepContext context, Place place, ExternalOptions options, StepBody body) {
    this.context = context;
    this.place = place;
    this.options = options;
    this.body = body;
  }

  byte[] result() throws Exception {
    begin();
    byte[] result = run();
    if (!context.inTries(place.name(), () -> finish(result))) {
      keepEvidence(result);
      throw context.stuckBy(StepFailures.leaseLost(context.attempt));
    }
    return result;
  }

  /** A call without a lease that it knows to be alive starts nothing outside (P31). */
  private void begin() {
    Duration lease = context.attempt.call().operation().lease().staleAfter();
    long before = context.nanoClock.getAsLong();
    if (!context.inTries(place.name(), () -> context.store.begin(context.fence(), place, lease))) {
      throw context.stuckBy(StepFailures.leaseLost(context.attempt));
    }
    context.attempt.lease().renewed(before);
    if (!context.attempt.hasConfirmedLease()) {
      markNotDone();
      throw context.stuckBy(StepFailures.begunTooLate(context.attempt, place.name()));
    }
  }

  private byte[] run() throws Exception {
    try {
      return body.run();
    } catch (Throwable e) {
      if (options.provesNotDone(e)) {
        markNotDone();
      } else if (options.repeatableFor().isEmpty()) {
        throw context.stuckBy(StepFailures.unknown(context.attempt, place.name(), e));
      }
      throw Rethrown.of(e);
    }
  }

  private boolean finish(byte[] result) {
    boolean again = triedToFinish;
    triedToFinish = true;
    return context.store.finish(context.fence(), place, result) || (again && hasFinished());
  }

  /** Whether an earlier try committed although its acknowledgement was lost (P10). */
  private boolean hasFinished() {
    return context.store.recorded(context.fence()).stream()
        .anyMatch(step -> step.place().equals(place) && step.state() == StoredStep.State.DONE);
  }

  /** Where it fails the step counts as begun, which is the safe side. */
  private void markNotDone() {
    try {
      context.inOwn(() -> context.store.markNotDone(context.fence(), place, Kind.EXTERNAL));
    } catch (RuntimeException e) {
      Log.stepNotTakenBack(context.fence(), place.name(), e);
    }
  }

  private void keepEvidence(byte[] result) {
    try {
      context.inOwn(
          () -> {
            context.store.keepEvidence(context.fence(), place, result);
            return true;
          });
    } catch (RuntimeException e) {
      Log.evidenceLost(context.fence(), place.name(), e);
    }
  }
}
