// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.concurrent.atomic.AtomicReference;

/**
 * The protocol of a single transaction (P40 to P42): claim, work and outcome commit together, so
 * that there is nothing to recover, and until then nobody sees anything of them.
 *
 * <pre>
 * answer ── held in this transaction? ─▶ answer again (P14)
 *    │
 *    ├─ claim ── somebody's record ────▶ replay, mismatch; at it now: busy, at once
 *    │  │ won
 *    │ method and outcome ({@link Finalizing})
 *    │
 *  settle ─── committed: the answer; rolled back with a final refusal: claim and refusal once more
 * </pre>
 *
 * <p>Safe for concurrent use.
 */
final class SingleTransaction {

  private final RecordStore store;
  private final Transactions transactions;
  private final SoleClaims claims;
  private final Waiters waiters;
  private final HeldAttempts held;
  private final ActiveRun activeRun;
  private final Finalizing finalizing;
  private final Settlements settlements;

  SingleTransaction(
      RecordStore store,
      Transactions transactions,
      SoleClaims claims,
      Waiters waiters,
      HeldAttempts held,
      Finalizing finalizing,
      Settlements settlements) {
    this.store = store;
    this.transactions = transactions;
    this.claims = claims;
    this.waiters = waiters;
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
    return switch (transactions.state()) {
      case NONE -> runInOwnTransaction(call, work);
      case ACTIVE -> runInActiveTransaction(call, work);
      case ROLLBACK_ONLY, ENDED -> Claims.doomed(call);
    };
  }

  /** Only here may a call wait: a transaction that somebody else began holds a connection (P43). */
  private Answer runInOwnTransaction(Call call, GuardedWork work) {
    Claims.Result claim = waiters.decide(call.operation(), () -> claimAndRun(call, work));
    return claim instanceof Claims.Result.Won won
        ? settlements.settle(won.attempt())
        : ((Claims.Result.Answered) claim).answer();
  }

  private Claims.Result claimAndRun(Call call, GuardedWork work) {
    settlements.settleEarlier(call.id());
    AtomicReference<Claims.Result> claim = new AtomicReference<>();
    Transactions.Ended ended =
        transactions.inBusiness(() -> claim.set(claimAndRunInside(call, work)));
    Claims.Result result = claim.get();
    if (result == null) {
      return new Claims.Result.Answered(
          Answers.unavailable(call.id(), "No transaction could be begun", ended.failure()));
    }
    if (result instanceof Claims.Result.Won won) {
      won.attempt().transactionEnded(ended);
    }
    return result;
  }

  private Claims.Result claimAndRunInside(Call call, GuardedWork work) {
    Claims.Result result = claims.claim(call);
    if (result instanceof Claims.Result.Won won) {
      held.hold(won.attempt());
      finalizing.run(won.attempt(), work, true);
    }
    return result;
  }

  private Answer runInActiveTransaction(Call call, GuardedWork work) {
    settlements.settleEarlier(call.id());
    Claims.Result claim = claims.claim(call);
    return claim instanceof Claims.Result.Won won
        ? activeRun.run(won.attempt(), work, this::undo)
        : ((Claims.Result.Answered) claim).answer();
  }

  /** Takes a claim back within its transaction, which may commit all the same (P26). */
  private void undo(Attempt attempt) {
    if (transactions.state() != Transactions.State.ACTIVE) {
      return;
    }
    Fence fence = attempt.fence();
    Retention retention = attempt.call().operation().retention();
    boolean undone;
    try {
      undone = attempt.startedLife() ? store.delete(fence) : store.markRetryable(fence, retention);
    } catch (StoreException e) {
      Log.undoFailed(fence, e);
      undone = false;
    }
    if (!undone) {
      transactions.setRollbackOnly();
    }
  }
}
