// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.TransactionDoomedException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes records (P4 to P13): each try is one short transaction that is committed before the work,
 * and the unique constraint arbitrates.
 */
final class Claims {

  /** What a claim came to. */
  sealed interface Result {
    /** This call owns the record. */
    record Won(Attempt attempt) implements Result {}

    /** Somebody else's record decided, or the claim could not be made. */
    record Answered(Answer answer) implements Result {}

    /** Whether somebody else is working on the record. */
    default boolean isBusy() {
      return this instanceof Answered answered
          && answered.answer() instanceof Answer.Refused refused
          && refused.reason() instanceof KeyInProgressException;
    }
  }

  private static final long FIRST_ATTEMPT = 1;
  private static final int MAX_TRIES = 3;
  private static final Duration MAX_TIME = Duration.ofSeconds(2);
  private static final Duration RETRY_DOOMED_AFTER = Duration.ofSeconds(1);

  private final RecordStore store;
  private final Renewals renewals;
  private final Transactions transactions;
  private final OwnTransactions own;
  private final NodeSettings node;
  private final LongSupplier nanoClock;

  Claims(
      RecordStore store,
      Renewals renewals,
      Transactions transactions,
      OwnTransactions own,
      NodeSettings node,
      LongSupplier nanoClock) {
    this.store = store;
    this.renewals = renewals;
    this.transactions = transactions;
    this.own = own;
    this.node = node;
    this.nanoClock = nanoClock;
  }

  /** Claims the call's record, or says how the call is answered without running. */
  Result claim(Call call) {
    return switch (transactions.state()) {
      case NONE, ACTIVE -> claimInTries(call);
      case ROLLBACK_ONLY, ENDED -> new Result.Answered(doomed(call));
    };
  }

  private Result claimInTries(Call call) {
    Claimant claimant =
        new Claimant(
            UUID.randomUUID(),
            UUID.randomUUID(),
            node.name(),
            call.operation().lease().staleAfter());
    long begun = nanoClock.getAsLong();
    // From before the first try: one whose acknowledgement was lost may be the one that claimed.
    Lease lease = new Lease(call.operation().lease(), nanoClock, begun);
    long deadline = begun + MAX_TIME.toNanos();
    StoreException inDoubt = null;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      try {
        Optional<Result> result = tryOnce(call, claimant, lease, inDoubt);
        if (result.isPresent()) {
          return result.get();
        }
      } catch (StoreException e) {
        inDoubt = e;
      } catch (IdempotencyException e) {
        return new Result.Answered(new Answer.Refused(e));
      }
      if (nanoClock.getAsLong() - deadline >= 0) {
        break;
      }
    }
    return new Result.Answered(Answers.unavailable(call.id(), "The claim failed", inDoubt));
  }

  /**
   * One try, in its own transaction. Empty where the record vanished meanwhile (P9), or where
   * somebody holds it who may be this very call: an earlier try that is still committing (P10).
   */
  private Optional<Result> tryOnce(
      Call call, Claimant claimant, Lease lease, @Nullable StoreException inDoubt) {
    try {
      Optional<Result> result = inOwnTransaction(call, () -> tryToClaim(call, claimant, lease));
      boolean maybeHeldByItself = inDoubt != null && result.filter(Result::isBusy).isPresent();
      return maybeHeldByItself ? Optional.empty() : result;
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.LOCK_TIMEOUT && inDoubt == null) {
        return Optional.of(new Result.Answered(Answers.somebodyDecides(call)));
      }
      throw e;
    }
  }

  /** A transaction that was begun for this very call holds no connection yet (P13). */
  private <T> T inOwnTransaction(Call call, Supplier<T> work) {
    return call.activeTransaction() == ActiveTransaction.CALLERS
        ? own.run(call.id(), work)
        : own.runAhead(call.id(), work);
  }

  private Optional<Result> tryToClaim(Call call, Claimant claimant, Lease lease) {
    if (store.insert(call.identity(), call.fingerprints().current(), claimant)) {
      return Optional.of(won(call, claimant, lease, FIRST_ATTEMPT, claimant.newLife()));
    }
    return store
        .read(call.id())
        .flatMap(
            seen ->
                !seen.isClaimedBy(claimant.token()) && Verdict.on(seen, call).claims()
                    ? claimUnderLock(call, claimant, lease)
                    : Optional.of(decided(seen, call, claimant, lease)));
  }

  /** What changes the record is decided again under its lock, which is never waited for (P7). */
  private Optional<Result> claimUnderLock(Call call, Claimant claimant, Lease lease) {
    Optional<StoredRecord> locked = store.lock(call.id());
    if (locked.isEmpty()) {
      return store.read(call.id()).map(now -> decided(now, call, claimant, lease));
    }
    StoredRecord record = renewals.asOfNow(locked.get());
    Verdict verdict = Verdict.on(record, call);
    if (record.isClaimedBy(claimant.token()) || !verdict.claims()) {
      return Optional.of(decided(record, call, claimant, lease));
    }
    boolean startsLife = verdict == Verdict.REPLACE;
    boolean changed =
        startsLife
            ? store.replaceExpired(record, call.fingerprints().current(), claimant)
            : store.claimAgain(record, claimant);
    if (!changed) {
      return Optional.empty();
    }
    UUID life = startsLife ? claimant.newLife() : record.life();
    Result.Won won = won(call, claimant, lease, record.fence().attempt() + 1, life);
    if (verdict == Verdict.TAKE_OVER) {
      won.attempt().takesOver();
    }
    return Optional.of(won);
  }

  /** A record that this call does not change. */
  private static Result decided(StoredRecord record, Call call, Claimant claimant, Lease lease) {
    // The commit of an earlier try went through although its acknowledgement was lost (P10).
    return record.isClaimedBy(claimant.token())
        ? won(call, claimant, lease, record.fence().attempt(), record.life())
        : new Result.Answered(Answers.from(Verdict.on(record, call), record, call));
  }

  private static Result.Won won(
      Call call, Claimant claimant, Lease lease, long attempt, UUID life) {
    Fence fence = new Fence(call.id(), attempt, claimant.token());
    return new Result.Won(new Attempt(call, fence, life, life.equals(claimant.newLife()), lease));
  }

  /** A transaction that can no longer commit is not worth a claim (P4). */
  static Answer doomed(Call call) {
    return new Answer.Refused(
        new TransactionDoomedException(
            "The caller's transaction can no longer commit, so the work of record %s was not run"
                    .formatted(call.id())
                + "; roll back and repeat the call in a new transaction",
            call.id().value(),
            RETRY_DOOMED_AFTER,
            null));
  }
}
