// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.Conclusion.Written;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Settles attempts whose method has returned and whose transaction has ended (P23, P24, P28): a
 * refusal of a rolled-back transaction is stored, anything else that rolled back gives its key
 * back.
 *
 * <p>Several parties may settle one attempt: the executor, the next call of the same record on this
 * node, the response filter. The first one does; the marks are guarded, so that a second one would
 * find nothing to do.
 */
final class Settlements {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final RecordStore store;
  private final Marks marks;
  private final OwnTransactions own;
  private final Executor executor;

  /** Attempts in transactions that somebody else ends; one per record of this node at most. */
  private final Map<RecordId, Attempt> watched = new ConcurrentHashMap<>();

  Settlements(RecordStore store, Marks marks, OwnTransactions own, Executor executor) {
    this.store = store;
    this.marks = marks;
    this.own = own;
    this.executor = executor;
  }

  /** Follows an attempt whose transaction somebody else ends. */
  void watch(Attempt attempt, Transactions transactions) {
    watched.put(attempt.fence().id(), attempt);
    transactions.onEnd(
        end -> {
          // Nothing transactional may happen here: the end is noted, others act on it.
          attempt.transactionEnded(new Transactions.Ended(end, null));
          settleSoon(attempt);
        });
  }

  /** Hands an attempt that is due to the executor; the lease decides where that takes none. */
  void settleSoon(Attempt attempt) {
    if (!attempt.isDue()) {
      return;
    }
    if (attempt.endedWell()) {
      forget(attempt);
      return;
    }
    try {
      executor.execute(() -> settle(attempt));
    } catch (RejectedExecutionException e) {
      Log.settlingFailed(attempt.fence(), e);
      forget(attempt);
    }
  }

  /**
   * Takes a claim back as if it had not been made (P26); where that fails, the lease decides.
   *
   * @throws StoreUnavailableException if no second connection was to be had in time, or the
   *     caller's transaction was lost on the way (P11); then it is tried once more elsewhere
   */
  void undo(Attempt attempt) {
    Fence fence = attempt.fence();
    Retention retention = attempt.call().operation().retention();
    Supplier<Boolean> undo =
        () -> attempt.startedLife() ? store.delete(fence) : store.markRetryable(fence, retention);
    try {
      boolean undone =
          attempt.call().activeTransaction() == ActiveTransaction.CALLERS
              ? own.run(fence.id(), undo)
              : own.runAhead(fence.id(), undo);
      if (!undone) {
        Log.undoSkipped(fence);
      }
    } catch (StoreUnavailableException e) {
      undoElsewhere(fence, undo);
      throw e;
    } catch (RuntimeException e) {
      Log.undoFailed(fence, e);
    }
  }

  private void undoElsewhere(Fence fence, Supplier<Boolean> undo) {
    try {
      executor.execute(
          () -> {
            try {
              own.run(fence.id(), undo);
            } catch (RuntimeException e) {
              Log.undoFailed(fence, e);
            }
          });
    } catch (RejectedExecutionException e) {
      Log.undoFailed(fence, e);
    }
  }

  /**
   * Settles what an earlier call of this node left behind for the record, if that is due.
   *
   * @throws StoreUnavailableException if the caller's transaction was lost on the way (P11)
   */
  void settleEarlier(RecordId id) {
    Attempt earlier = watched.get(id);
    if (earlier != null && earlier.isDue()) {
      own.keepingCallers(id, () -> settle(earlier));
    }
  }

  /**
   * Settles an attempt and says how its call is answered. Safe to repeat and to call from several
   * threads.
   */
  Answer settle(Attempt attempt) {
    if (!attempt.isDue()) {
      return Answers.unavailable(attempt.fence().id(), "The transaction has not ended", null);
    }
    Answer answer = attempt.settleOnce(() -> settleNow(attempt));
    forget(attempt);
    return answer;
  }

  private void forget(Attempt attempt) {
    watched.remove(attempt.fence().id(), attempt);
  }

  private Answer settleNow(Attempt attempt) {
    Conclusion conclusion = concluded(attempt);
    if (attempt.endedWell()) {
      return new Answer.Ran(conclusion.ending(), conclusion.outcome());
    }
    try {
      return conclusion.written() == Written.LEASE_LOST
          ? afterLostLease(attempt)
          : afterRollback(attempt, conclusion);
    } catch (StoreException e) {
      Log.settlingFailed(attempt.fence(), e);
      Throwable methodFailure = conclusion.ending().thrown();
      if (methodFailure != null) {
        e.addSuppressed(methodFailure);
      }
      return Answers.unavailable(
          attempt.fence().id(), "The end of the call could not be stored", e);
    } catch (IdempotencyException e) {
      return new Answer.Refused(e);
    }
  }

  /** Not known to have committed: the guarded mark finds out (P23, P24). */
  private Answer afterRollback(Attempt attempt, Conclusion conclusion) {
    boolean marked = own.run(attempt.fence().id(), () -> marks.mark(attempt, conclusion));
    return marked ? rolledBack(attempt, conclusion) : unmarked(attempt, conclusion);
  }

  private static Answer rolledBack(Attempt attempt, Conclusion conclusion) {
    if (conclusion.durableRefusal() != null) {
      return new Answer.Ran(conclusion.ending(), conclusion.outcome());
    }
    if (conclusion.reaction() == Reaction.RETRY) {
      return new Answer.Ran(conclusion.ending(), null);
    }
    Log.rolledBack(attempt.fence(), attempt.cause());
    return Answers.rolledBack(attempt.fence().id(), attempt.cause());
  }

  private Answer unmarked(Attempt attempt, Conclusion conclusion) {
    Optional<StoredRecord> record = read(attempt);
    if (record.isEmpty() || !record.get().isClaimedBy(attempt.fence().token())) {
      Log.leaseLost(attempt.fence());
      return winners(attempt, record);
    }
    StoredRecord mine = record.get();
    if (mine.state() == RecordState.IN_PROGRESS) {
      // The transaction still holds the row: its end is not visible yet, so nobody can tell.
      return Answers.unavailable(
          attempt.fence().id(), "It is not yet known whether the work committed", null);
    }
    boolean committedAfterAll = mine.isFinal() && conclusion.written() == Written.STORED;
    return committedAfterAll
        ? new Answer.Ran(conclusion.ending(), conclusion.outcome())
        : rolledBack(attempt, conclusion);
  }

  /** The fence refused the outcome and everything was rolled back with it (P17). */
  private Answer afterLostLease(Attempt attempt) {
    Optional<StoredRecord> record = read(attempt);
    if (holds(record, attempt)) {
      boolean marked =
          own.run(
              attempt.fence().id(),
              () -> store.markRetryable(attempt.fence(), attempt.call().operation().retention()));
      return marked
          ? new Answer.Refused(staleSnapshot(attempt))
          : Answers.unavailable(
              attempt.fence().id(), "The end of the call could not be stored", null);
    }
    Log.leaseLost(attempt.fence());
    return winners(attempt, record);
  }

  /**
   * Answers before the active transaction has ended, for a caller who will not ask again. Only what
   * is marked to roll back is known by then: that its outcome was refused, or that its success must
   * not be answered (P23).
   */
  Answer beforeEnd(Attempt attempt) {
    Conclusion conclusion = concluded(attempt);
    if (conclusion.written() == Written.LEASE_LOST) {
      return lostBeforeEnd(attempt);
    }
    return conclusion.isDoomedSuccess()
        ? Answers.rolledBack(attempt.fence().id(), attempt.cause())
        : new Answer.Pending(conclusion.ending(), attempt);
  }

  /** A call whose own transaction it is gets the successor's outcome, else an exception (P17). */
  private Answer lostBeforeEnd(Attempt attempt) {
    RecordId id = attempt.fence().id();
    try {
      Optional<StoredRecord> record = read(attempt);
      if (holds(record, attempt)) {
        return new Answer.Refused(staleSnapshot(attempt));
      }
      return attempt.call().activeTransaction() == ActiveTransaction.CALLERS
          ? new Answer.Refused(leaseLost(attempt))
          : winners(attempt, record);
    } catch (StoreException e) {
      return Answers.unavailable(id, "The outcome was refused and its owner cannot be read", e);
    } catch (StoreUnavailableException e) {
      return new Answer.Refused(e);
    }
  }

  private static LeaseLostException leaseLost(Attempt attempt) {
    RecordId id = attempt.fence().id();
    return new LeaseLostException(
        "Attempt %d of record %s outlived its lease; its transaction must roll back"
            .formatted(attempt.fence().attempt(), id),
        id.value(),
        RETRY_AFTER,
        null);
  }

  private static boolean holds(Optional<StoredRecord> record, Attempt attempt) {
    return record
        .filter(now -> now.state() == RecordState.IN_PROGRESS)
        .filter(now -> now.isClaimedBy(attempt.fence().token()))
        .isPresent();
  }

  private static Answer winners(Attempt attempt, Optional<StoredRecord> record) {
    Call call = attempt.call();
    return record
        .map(now -> Answers.from(Verdict.on(now, call), now, call))
        .orElseGet(() -> Answers.somebodyDecides(call));
  }

  private Optional<StoredRecord> read(Attempt attempt) {
    RecordId id = attempt.fence().id();
    return own.run(id, () -> store.read(id));
  }

  private static StaleSnapshotException staleSnapshot(Attempt attempt) {
    RecordId id = attempt.fence().id();
    return new StaleSnapshotException(
        "The transaction's snapshot is older than the claim of record %s, so its outcome cannot"
                .formatted(id)
            + " be written there; use isolation READ COMMITTED, or begin the transaction with the"
            + " guarded call",
        id.value(),
        RETRY_AFTER,
        null);
  }

  private static Conclusion concluded(Attempt attempt) {
    return Objects.requireNonNull(attempt.conclusion(), "an attempt that is due has a conclusion");
  }
}
