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

  /** Names an attempt among the resources of the transaction that it runs in. */
  private record HeldRecord(RecordId id) {}

  private final Transactions transactions;
  private final Renewals renewals;
  private final Arrival arrival;
  private final Finalizing finalizing;
  private final Settlements settlements;

  TwoTransactions(
      Transactions transactions,
      Renewals renewals,
      Arrival arrival,
      Finalizing finalizing,
      Settlements settlements) {
    this.transactions = transactions;
    this.renewals = renewals;
    this.arrival = arrival;
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
    Answer again = answerAgain(call);
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
      case ACTIVE -> runInActiveTransaction(attempt, work);
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
              hold(attempt);
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

  private Answer runInActiveTransaction(Attempt attempt, GuardedWork work) {
    try {
      hold(attempt);
      settlements.watch(attempt, transactions);
    } catch (RuntimeException e) {
      // The container's time-out may end the transaction at any moment.
      return notRun(attempt, "The transaction takes no part any more", e);
    }
    work.endsElsewhere(attempt);
    finalizing.run(attempt, work, false);
    if (concluded(attempt).written() == Written.UNDONE) {
      undo(attempt);
    }
    if (attempt.isDue()) {
      // The container ended the transaction under the running method.
      return settlements.settle(attempt);
    }
    return attempt.call().activeTransaction() == ActiveTransaction.CALLS_AND_SETTLED
        ? new Answer.Pending(concluded(attempt).ending(), attempt)
        : settlements.beforeEnd(attempt);
  }

  private Answer notRun(Attempt attempt, String fact, @Nullable Throwable cause) {
    undo(attempt);
    return Answers.unavailable(attempt.fence().id(), fact, cause);
  }

  private void undo(Attempt attempt) {
    renewals.unfollowBeforeDeletion(attempt);
    settlements.undo(attempt);
  }

  private void hold(Attempt attempt) {
    transactions.putResource(new HeldRecord(attempt.fence().id()), attempt);
  }

  /** The same record twice in one transaction never claims twice (P14). */
  private @Nullable Answer answerAgain(Call call) {
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

  private static Conclusion concluded(Attempt attempt) {
    return Objects.requireNonNull(attempt.conclusion(), "a method that has run is concluded");
  }
}
