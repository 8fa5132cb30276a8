// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that a transaction holds, as long as it lasts: the same record twice in one
 * transaction never claims twice (P14). Safe for concurrent use.
 */
final class HeldAttempts {

  /** Names an attempt among the resources of the transaction that it runs in. */
  private record HeldRecord(RecordId id) {}

  private final Transactions transactions;

  HeldAttempts(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Makes an attempt one of the calling thread's transaction. */
  void hold(Attempt attempt) {
    transactions.putResource(new HeldRecord(attempt.fence().id()), attempt);
  }

  /**
   * Answers a call whose record the calling thread's transaction holds.
   *
   * @return null where it does not
   * @throws IllegalStateException if the method of the same record is running in it
   */
  @Nullable Answer answerAgain(Call call) {
    Transactions.State state = transactions.state();
    if (state == Transactions.State.NONE || state == Transactions.State.ENDED) {
      return null;
    }
    if (!(transactions.resource(new HeldRecord(call.id())) instanceof Attempt held)) {
      return null;
    }
    if (!call.matches(held.call().fingerprints().current())) {
      return Answers.mismatch(call.id());
    }
    Conclusion conclusion = held.conclusion();
    if (conclusion == null) {
      throw new IllegalStateException(
          "Record %s is being worked on in this very transaction; a guarded method must not call"
                  .formatted(call.id())
              + " itself with its own key");
    }
    return switch (conclusion.written()) {
      case UNDONE -> null;
      case STORED ->
          Answers.replay(
              call.id(),
              Objects.requireNonNull(conclusion.outcome()),
              call.operation().retention().duration().orElse(null));
      case NOTHING ->
          conclusion.reaction() == Reaction.RETRY
              ? new Answer.Ran(conclusion.ending(), null)
              : Claims.doomed(call);
      case LEASE_LOST -> Claims.doomed(call);
    };
  }
}
