// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Conclusion.Written;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of phases (P33 to P38): no transaction around the method, but atomic steps; then the
 * outcome in a transaction of its own. A retry or takeover skips the steps that committed.
 *
 * <pre>
 *  claim ──── somebody's record ───────▶ replay, busy, mismatch … ({@link Verdict}, P6)
 *    │ won
 *  method ─── phase: work, result and recovery point, one transaction, under the fence
 *    │        external: begin committed ─ call ─ result and recovery point committed
 *    │
 *  finalize ─ the outcome, under the fence; or, where the steps are stuck, what they are stuck by
 * </pre>
 *
 * <p>Safe for concurrent use.
 */
final class Phases {

  private final Renewals renewals;
  private final Transactions transactions;
  private final OwnTransactions own;
  private final Arrival arrival;
  private final Finalizing finalizing;
  private final Settlements settlements;
  private final StepStore store;
  private final LongSupplier nanoClock;

  /** Operations of which it was told that they suspended a caller's transaction. */
  private final Set<String> suspending = ConcurrentHashMap.newKeySet();

  Phases(
      StepStore store,
      Renewals renewals,
      Transactions transactions,
      OwnTransactions own,
      Arrival arrival,
      Finalizing finalizing,
      Settlements settlements,
      LongSupplier nanoClock) {
    this.store = store;
    this.renewals = renewals;
    this.transactions = transactions;
    this.own = own;
    this.arrival = arrival;
    this.finalizing = finalizing;
    this.settlements = settlements;
    this.nanoClock = nanoClock;
  }

  /** Runs the method or answers without running it; suspends the caller's transaction (P33). */
  Answer answer(Call call, GuardedWork work) {
    return switch (transactions.state()) {
      case NONE -> claimAndRun(call, work);
      case ACTIVE -> answerOutside(call, work);
      case ROLLBACK_ONLY, ENDED -> Claims.doomed(call);
    };
  }

  private Answer answerOutside(Call call, GuardedWork work) {
    String operation = call.operation().name();
    if (suspending.add(operation)) {
      Log.suspendsTransaction(operation);
    }
    AtomicReference<@Nullable Answer> answer = new AtomicReference<>();
    own.keepingCallersWithPermit(
        call.id(), () -> transactions.outside(() -> answer.set(claimAndRun(call, work))));
    return Objects.requireNonNull(answer.get(), "what runs outside answers");
  }

  private Answer claimAndRun(Call call, GuardedWork work) {
    Claims.Result claim = arrival.of(call);
    return claim instanceof Claims.Result.Won won
        ? runRenewed(won.attempt(), work)
        : ((Claims.Result.Answered) claim).answer();
  }

  private Answer runRenewed(Attempt attempt, GuardedWork work) {
    renewals.follow(attempt);
    try {
      return run(attempt, work);
    } finally {
      renewals.unfollow(attempt);
    }
  }

  private Answer run(Attempt attempt, GuardedWork work) {
    Steps steps = new Steps(attempt, store, transactions, own, nanoClock);
    attempt.steps(steps);
    Ending ending = work.proceed(attempt);
    Stuck stuck = steps.close(ending);
    if (stuck != null) {
      attempt.concluded(stuck.conclusion());
    } else if (steps.leftOut()) {
      attempt.concluded(new Conclusion(ending, Reaction.RETRY, null, Written.NOTHING, null));
    }
    Transactions.Ended ended =
        attempt.conclusion() == null
            ? finalize(attempt, new Ended(work, ending))
            : new Transactions.Ended(Transactions.End.NOT_COMMITTED, null);
    attempt.transactionEnded(ended);
    Answer answer = settlements.settle(attempt);
    return stuck == null ? answer : stuck.answer(answer);
  }

  private Transactions.Ended finalize(Attempt attempt, Ended ended) {
    // JTA's rule about exceptions has nothing to roll back here: the steps have committed.
    Transactions.Ended end = transactions.inBusiness(() -> finalizing.run(attempt, ended, false));
    Conclusion conclusion = attempt.conclusion();
    if (conclusion == null) {
      attempt.concluded(notFinalized(ended.ending(), end.failure()));
    } else if (conclusion.written() == Written.UNDONE) {
      renewals.unfollowBeforeDeletion(attempt);
      settlements.undo(attempt);
    }
    return end;
  }

  /** Without a transaction for the outcome the call is a retry, and never a success (P23). */
  private static Conclusion notFinalized(Ending ending, @Nullable Throwable cause) {
    return new Conclusion(ending, Reaction.REPLAY, null, Written.NOTHING, cause);
  }

  /** The method when it has ended. */
  private record Ended(GuardedWork work, Ending ending) implements GuardedWork {

    @Override
    public void endsElsewhere(Attempt attempt) {
      work.endsElsewhere(attempt);
    }

    @Override
    public Ending proceed(Attempt attempt) {
      return ending;
    }

    @Override
    public boolean bodyBegan() {
      return work.bodyBegan();
    }

    @Override
    public boolean rollsBack(Throwable failure) {
      return false;
    }

    @Override
    public @Nullable Outcome render(Ending ended) throws Exception {
      return work.render(ended);
    }
  }
}
