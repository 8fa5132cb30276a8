// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.RecordDetails.Situation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The states of a record, and the only place that knows the legal moves between them. */
public enum RecordState {
  /** Claimed; somebody runs the work or died doing so. */
  IN_PROGRESS,
  /** The work committed with its outcome. Final until the record expires. */
  SUCCEEDED,
  /** A final refusal, or given back for a retry. */
  FAILED;

  /**
   * Says whether a record may move on within one life. Expiry ends a life: the record that replaces
   * an expired one starts anew and is no move.
   *
   * @param next the state after the move
   * @return whether the move is legal
   */
  public boolean mayBecome(RecordState next) {
    return switch (this) {
      case IN_PROGRESS -> true;
      case SUCCEEDED -> false;
      case FAILED -> next == IN_PROGRESS;
    };
  }

  /**
   * Says what a record in this state is waiting for.
   *
   * @param retryable whether it may be claimed again
   * @param leaseLeft what is left of its lease
   * @param outcome what it holds, or null for nothing
   * @return what an operator is told
   */
  public Situation situation(boolean retryable, Duration leaseLeft, @Nullable OutcomeKind outcome) {
    return switch (this) {
      case IN_PROGRESS ->
          leaseLeft.isNegative() || leaseLeft.isZero() ? Situation.ABANDONED : Situation.RUNNING;
      case SUCCEEDED -> Situation.SUCCEEDED;
      case FAILED -> failed(retryable, outcome);
    };
  }

  private static Situation failed(boolean retryable, @Nullable OutcomeKind outcome) {
    if (retryable) {
      return Situation.GIVEN_BACK;
    }
    return outcome == OutcomeKind.UNKNOWN ? Situation.UNKNOWN : Situation.REFUSED;
  }
}
