// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.LeaseLostException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Words what ends the steps of an attempt. */
final class StepFailures {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private StepFailures() {}

  static LeaseLostException leaseLost(Attempt attempt) {
    RecordId id = attempt.fence().id();
    return new LeaseLostException(
        "Attempt %d of record %s outlived its lease and may take no further step"
            .formatted(attempt.fence().attempt(), id),
        id.value(),
        RETRY_AFTER,
        null);
  }

  static OutcomeUnknownException unknown(Attempt attempt, String step, @Nullable Throwable cause) {
    RecordId id = attempt.fence().id();
    Log.outcomeUnknown(attempt.fence(), step, cause);
    return new OutcomeUnknownException(
        ("It is not known whether step '%s' of record %s took effect, and it may not be repeated; an"
                + " operator must resolve it")
            .formatted(step, id),
        id.value());
  }

  /** The lease that the begin gave was over before anybody could use it. */
  static StoreUnavailableException begunTooLate(Attempt attempt, String step) {
    RecordId id = attempt.fence().id();
    return unavailable(
        "The begin of step '%s' of record %s took longer than its lease".formatted(step, id),
        id,
        null);
  }

  static StoreUnavailableException notStored(
      Attempt attempt, String step, @Nullable Throwable cause) {
    RecordId id = attempt.fence().id();
    return unavailable("Step '%s' of record %s could not be stored".formatted(step, id), id, cause);
  }

  private static StoreUnavailableException unavailable(
      String fact, RecordId id, @Nullable Throwable cause) {
    return new StoreUnavailableException(
        fact + "; repeat the call with the same key", id.value(), RETRY_AFTER, cause);
  }

  static RolledBackException notCommitted(Attempt attempt, String step, @Nullable Throwable cause) {
    RecordId id = attempt.fence().id();
    Log.phaseRolledBack(attempt.fence(), step, cause);
    return new RolledBackException(
        "Phase '%s' of record %s did not commit; repeat the call with the same key"
            .formatted(step, id),
        id.value(),
        RETRY_AFTER,
        cause);
  }
}
