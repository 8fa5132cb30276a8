// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.protocol.Conclusion.Written;
import java.util.List;

/**
 * Why an attempt may take no further step: every one throws the same, and the attempt is concluded
 * by it whatever the method does (P37).
 *
 * @param reason what every further step throws and the caller is told
 */
record Stuck(IdempotencyException reason) {

  Conclusion conclusion() {
    Ending ending = new Ending.Threw(reason, false);
    if (reason instanceof LeaseLostException) {
      return new Conclusion(ending, Reaction.RETRY, null, Written.LEASE_LOST, null);
    }
    if (reason instanceof OutcomeUnknownException) {
      return new Conclusion(ending, Reaction.REPLAY, unknown(), Written.NOTHING, null);
    }
    return new Conclusion(ending, Reaction.RETRY, null, Written.NOTHING, null);
  }

  private Outcome unknown() {
    return new Outcome(
        OutcomeKind.UNKNOWN,
        0,
        List.of(),
        null,
        null,
        new Outcome.Failure(reason.getClass().getName(), reason.getMessage()));
  }

  /** The answer, where settling left the attempt as this says. */
  Answer answer(Answer settled) {
    return settled instanceof Answer.Ran ? new Answer.Refused(reason) : settled;
  }
}
