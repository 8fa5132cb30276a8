// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Conclusion.Written;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of two transactions: the claim in one of its own, committed before the work; then
 * the method and the finalizing update in the business transaction; and where that rolled back, a
 * mark in a third.
 *
 * <pre>
 * answer ── held in this transaction? ─▶ answer again (P14)
 *    │
 *  claim ──── somebody's record ───────▶ replay, busy, mismatch … ({@link Verdict}, P6)
 *    │ won
 *   run ───── method and outcome, one transaction, under the fence ({@link Finalizing})
 *    │
 *  settle ─── committed: the answer; rolled back: mark ({@link Settlements})
 * </pre>
 *
 * <p>Safe for concurrent use.
 */
final class TwoTransactions {

  private final Transactions transactions;
  private final Renewals renewals;
  private final Arrival arrival;
  private final HeldAttempts held;
  private final ActiveRun activeRun;
  private final Finalizing finalizing;
  private final Settlements settlements;

  TwoTransactions(
      Transactions transactions,
      Renewals renewals,
      Arrival arrival,
      HeldAttempts held,
      Finalizing finalizing,
      Settlements settlements) {
    this.transactions = transactions;
    this.renewals = renewals;
    this.arrival = arrival;
    this.held = held;
    this.activeRun = new ActiveRun(transactions, held, finalizing, settlements);
    this.finalizing = finalizing;
    this.settlements = settlements;
  }

  /**
   * Runs the method or answers without running it.
   *
   * @throws IllegalStateException if the method of the same record is running in this very
   *     transaction
   */
  Answer answer(Call call, GuardedWork work) {
    Answer again = held.answerAgain(call);
    if (again != null) {
      return again;
    }
    Claims.Result claim = arrival.of(call);
    return claim instanceof Claims.Result.Won won
        ? run(won.attempt(), work)
        : ((Claims.Result.Answered) claim).answer();
  }

  private Answer run(Attempt attempt, GuardedWork work) {
    renewals.follow(attempt);
    try {
      return runFollowed(attempt, work);
    } finally {
      renewals.unfollow(attempt);
    }
  }

  private Answer runFollowed(Attempt attempt, GuardedWork work) {
    return switch (transactions.state()) {
      case NONE -> runInOwnTransaction(attempt, work);
      case ACTIVE -> activeRun.run(attempt, work, this::undo);
      case ROLLBACK_ONLY, ENDED -> {
        undo(attempt);
        yield Claims.doomed(attempt.call());
      }
    };
  }

  private Answer runInOwnTransaction(Attempt attempt, GuardedWork work) {
    Transactions.Ended ended =
        transactions.inBusiness(
            () -> {
              held.hold(attempt);
              finalizing.run(attempt, work, true);
            });
    if (attempt.conclusion() == null) {
      return notRun(attempt, "No transaction could be begun", ended.failure());
    }
    if (concluded(attempt).written() == Written.UNDONE) {
      undo(attempt);
    }
    attempt.transactionEnded(ended);
    return settlements.settle(attempt);
  }

  private Answer notRun(Attempt attempt, String fact, @Nullable Throwable cause) {
    undo(attempt);
    return Answers.unavailable(attempt.fence().id(), fact, cause);
  }

  private void undo(Attempt attempt) {
    renewals.unfollowBeforeDeletion(attempt);
    settlements.undo(attempt);
  }

  private static Conclusion concluded(Attempt attempt) {
    return Objects.requireNonNull(attempt.conclusion(), "a method that has run is concluded");
  }
}
