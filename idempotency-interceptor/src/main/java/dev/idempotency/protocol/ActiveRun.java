// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Conclusion.Written;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs the method of a claimed attempt in a transaction that somebody else began and will end (P15,
 * P28). Safe for concurrent use.
 */
final class ActiveRun {

  private final Transactions transactions;
  private final HeldAttempts held;
  private final Finalizing finalizing;
  private final Settlements settlements;

  ActiveRun(
      Transactions transactions,
      HeldAttempts held,
      Finalizing finalizing,
      Settlements settlements) {
    this.transactions = transactions;
    this.held = held;
    this.finalizing = finalizing;
    this.settlements = settlements;
  }

  /**
   * Runs the method and answers as far as can be told before the transaction ends.
   *
   * @param undo takes a claim back whose method did not run (P26)
   */
  Answer run(Attempt attempt, GuardedWork work, Consumer<Attempt> undo) {
    try {
      held.hold(attempt);
      settlements.watch(attempt, transactions);
    } catch (RuntimeException e) {
      // The container's time-out may end the transaction at any moment.
      undo.accept(attempt);
      return Answers.unavailable(attempt.fence().id(), "The transaction takes no part any more", e);
    }
    work.endsElsewhere(attempt);
    finalizing.run(attempt, work, false);
    Conclusion conclusion =
        Objects.requireNonNull(attempt.conclusion(), "a method that has run is concluded");
    if (conclusion.written() == Written.UNDONE) {
      undo.accept(attempt);
    }
    if (attempt.isDue()) {
      // The container ended the transaction under the running method.
      return settlements.settle(attempt);
    }
    return attempt.call().activeTransaction() == ActiveTransaction.CALLS_AND_SETTLED
        ? new Answer.Pending(conclusion.ending(), attempt)
        : settlements.beforeEnd(attempt);
  }
}
