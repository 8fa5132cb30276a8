// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.TransactionDoomedException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

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
  }

  private static final long FIRST_ATTEMPT = 1;
  private static final int MAX_TRIES = 3;
  private static final Duration MAX_TIME = Duration.ofSeconds(2);
  private static final Duration RETRY_DOOMED_AFTER = Duration.ofSeconds(1);

  private final RecordStore store;
  private final Transactions transactions;
  private final OwnTransactions own;
  private final NodeSettings node;
  private final LongSupplier nanoClock;

  Claims(
      RecordStore store,
      Transactions transactions,
      OwnTransactions own,
      NodeSettings node,
      LongSupplier nanoClock) {
    this.store = store;
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
            UUID.randomUUID(), UUID.randomUUID(), node.name(), call.operation().staleAfter());
    long deadline = nanoClock.getAsLong() + MAX_TIME.toNanos();
    Throwable lastFailure = null;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      try {
        Optional<Result> result = inOwnTransaction(call, () -> tryToClaim(call, claimant));
        if (result.isPresent()) {
          return result.get();
        }
      } catch (StoreException e) {
        if (e.kind() == StoreException.Kind.LOCK_TIMEOUT) {
          return new Result.Answered(Answers.somebodyDecides(call));
        }
        lastFailure = e;
      } catch (IdempotencyException e) {
        return new Result.Answered(new Answer.Refused(e));
      }
      if (nanoClock.getAsLong() - deadline >= 0) {
        break;
      }
    }
    return new Result.Answered(Answers.unavailable(call.id(), "The claim failed", lastFailure));
  }

  /** A transaction that was begun for this very call holds no connection yet (P13). */
  private <T> T inOwnTransaction(Call call, Supplier<T> work) {
    return call.activeTransaction() == ActiveTransaction.CALLERS
        ? own.run(call.id(), work)
        : own.runAhead(call.id(), work);
  }

  /** One try, in its own transaction. Empty where the record vanished meanwhile (P9). */
  private Optional<Result> tryToClaim(Call call, Claimant claimant) {
    if (store.insert(call.identity(), call.fingerprints().current(), claimant)) {
      return Optional.of(won(call, claimant, FIRST_ATTEMPT, claimant.newLife()));
    }
    Optional<StoredRecord> seen = store.read(call.id());
    if (seen.isEmpty()) {
      return Optional.empty();
    }
    if (seen.get().isClaimedBy(claimant.token())) {
      // The commit of an earlier try went through although its acknowledgement was lost (P10).
      return Optional.of(won(call, claimant, seen.get().fence().attempt(), seen.get().life()));
    }
    Verdict verdict = Verdict.on(seen.get(), call);
    return verdict.claims()
        ? claimUnderLock(call, claimant)
        : Optional.of(answered(verdict, seen.get(), call));
  }

  /** What changes the record is decided again under its lock, which is never waited for (P7). */
  private Optional<Result> claimUnderLock(Call call, Claimant claimant) {
    Optional<StoredRecord> locked = store.lock(call.id());
    if (locked.isEmpty()) {
      return store.read(call.id()).map(now -> answered(Verdict.on(now, call), now, call));
    }
    StoredRecord record = locked.get();
    Verdict verdict = Verdict.on(record, call);
    if (!verdict.claims()) {
      return Optional.of(answered(verdict, record, call));
    }
    boolean startsLife = verdict == Verdict.REPLACE;
    boolean changed =
        startsLife
            ? store.replaceExpired(record, call.fingerprints().current(), claimant)
            : store.claimAgain(record, claimant);
    UUID life = startsLife ? claimant.newLife() : record.life();
    return changed
        ? Optional.of(won(call, claimant, record.fence().attempt() + 1, life))
        : Optional.empty();
  }

  private static Result won(Call call, Claimant claimant, long attempt, UUID life) {
    Fence fence = new Fence(call.id(), attempt, claimant.token());
    return new Result.Won(new Attempt(call, fence, life, life.equals(claimant.newLife())));
  }

  private static Result answered(Verdict verdict, StoredRecord record, Call call) {
    return new Result.Answered(Answers.from(verdict, record, call));
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
