// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One table under PostgreSQL's rules, for rows that are addressed by primary key only: a statement
 * sees what had committed and what its own transaction wrote; who writes or locks a row holds it
 * until the transaction ends; who wants a held row waits for that end, skips it, or times out; a
 * guard is judged again after a wait.
 */
final class FakeTable {

  /** What a statement does about a row that another transaction holds. */
  enum Held {
    WAIT,
    SKIP
  }

  /** What a statement came to, or whom it has to wait for first. */
  private record Step<T>(T result, @Nullable FakeTransaction holder) {
    static <T> Step<T> done(T result) {
      return new Step<>(result, null);
    }
  }

  private final LockWaiting waiting;
  private final Map<RecordId, FakeTransaction> holders = new HashMap<>();

  /** The held rows whose very key must not be shared: {@code FOR UPDATE}, and deleted ones. */
  private final Set<RecordId> heldWithKey = new HashSet<>();

  private final Map<RecordId, Set<FakeTransaction>> keySharers = new HashMap<>();
  private final Map<Fence, Instant> committedLeases = new HashMap<>();
  private final Map<RecordId, FakeTransaction> advisoryLocks = new HashMap<>();
  private Map<RecordId, FakeRow> committed = Map.of();

  FakeTable(LockWaiting waiting) {
    this.waiting = waiting;
  }

  /** What has committed, whoever looks. */
  synchronized Optional<FakeRow> committed(RecordId id) {
    return Optional.ofNullable(committed.get(id));
  }

  /** The renewed lease that has committed, whoever looks. */
  synchronized Optional<Instant> committedLease(Fence fence) {
    return Optional.ofNullable(committedLeases.get(fence));
  }

  /** Whether a transaction has neither written nor locked anything. */
  synchronized boolean holdsNothing(FakeTransaction tx) {
    return tx.otherWrites.isEmpty()
        && tx.leases.isEmpty()
        && !holders.containsValue(tx)
        && !advisoryLocks.containsValue(tx)
        && keySharers.values().stream().noneMatch(sharers -> sharers.contains(tx));
  }

  synchronized Optional<FakeRow> select(FakeTransaction tx, RecordId id) {
    requireUsable(tx);
    return visible(tx, id);
  }

  /** The ids of all rows that a transaction may see. */
  synchronized Set<RecordId> ids(FakeTransaction tx) {
    Set<RecordId> ids = new HashSet<>(committed.keySet());
    ids.addAll(tx.writes.keySet());
    return ids;
  }

  /** {@code SELECT … FOR UPDATE}, with {@code SKIP LOCKED} or without. */
  Optional<FakeRow> selectForUpdate(FakeTransaction tx, RecordId id, Held held) {
    return complete(tx, null, () -> tryToLock(tx, id, held));
  }

  private Step<Optional<FakeRow>> tryToLock(FakeTransaction tx, RecordId id, Held held) {
    Optional<FakeRow> row = visible(tx, id);
    if (row.isEmpty()) {
      return Step.done(row);
    }
    FakeTransaction holder = inTheWayOfALock(tx, id);
    if (holder != null) {
      return held == Held.SKIP ? Step.done(Optional.empty()) : new Step<>(Optional.empty(), holder);
    }
    requireUnchangedSinceSnapshot(tx, id);
    hold(tx, id, true);
    return Step.done(row);
  }

  private @Nullable FakeTransaction inTheWayOfALock(FakeTransaction tx, RecordId id) {
    FakeTransaction holder = heldByAnother(tx, id);
    return holder != null
        ? holder
        : keySharers.getOrDefault(id, Set.of()).stream()
            .filter(sharer -> sharer != tx)
            .findFirst()
            .orElse(null);
  }

  /** {@code SELECT … WHERE guard FOR KEY SHARE SKIP LOCKED}. */
  synchronized boolean shareKeySkipLocked(
      FakeTransaction tx, RecordId id, Predicate<FakeRow> guard) {
    requireUsable(tx);
    boolean isTaken = heldByAnother(tx, id) != null && heldWithKey.contains(id);
    if (isTaken || visible(tx, id).filter(guard).isEmpty()) {
      return false;
    }
    keySharers.computeIfAbsent(id, none -> new HashSet<>()).add(tx);
    return true;
  }

  /** The later one of what is there and the given time, in the row beside the record. */
  synchronized void renewLease(FakeTransaction tx, Fence fence, Instant until) {
    requireUsable(tx);
    Instant now = lease(tx, fence).orElse(until);
    tx.leases.put(fence, Optional.of(now.isAfter(until) ? now : until));
  }

  synchronized Optional<Instant> lease(FakeTransaction tx, Fence fence) {
    requireUsable(tx);
    Optional<Instant> own = tx.leases.get(fence);
    return own != null ? own : Optional.ofNullable(committedLeases.get(fence));
  }

  synchronized void deleteLeases(FakeTransaction tx, BiPredicate<Fence, Instant> guard) {
    requireUsable(tx);
    committedLeases.forEach(
        (fence, until) -> {
          if (guard.test(fence, until)) {
            tx.leases.put(fence, Optional.empty());
          }
        });
  }

  /** {@code pg_try_advisory_xact_lock}. */
  synchronized boolean tryAdvisoryLock(FakeTransaction tx, RecordId id) {
    requireUsable(tx);
    return advisoryLocks.computeIfAbsent(id, none -> tx) == tx;
  }

  /** Whether the row is there for a statement of this transaction. */
  synchronized boolean sees(FakeTransaction tx, RecordId id) {
    requireUsable(tx);
    return visible(tx, id).isPresent();
  }

  /** {@code INSERT … WHERE NOT EXISTS … ON CONFLICT DO NOTHING}, or without the condition. */
  boolean insert(
      FakeTransaction tx, FakeRow row, @Nullable Duration lockTimeout, boolean whereNotExists) {
    return complete(tx, lockTimeout, () -> tryToInsert(tx, row, whereNotExists));
  }

  private Step<Boolean> tryToInsert(FakeTransaction tx, FakeRow row, boolean whereNotExists) {
    RecordId id = row.fence().id();
    if (whereNotExists && visible(tx, id).isPresent()) {
      return Step.done(false);
    }
    FakeTransaction holder = heldByAnother(tx, id);
    if (holder != null) {
      return new Step<>(false, holder);
    }
    Optional<FakeRow> own = tx.writes.get(id);
    if (own == null ? committed.containsKey(id) : own.isPresent()) {
      return Step.done(false);
    }
    write(tx, id, Optional.of(row), false);
    return Step.done(true);
  }

  /** {@code UPDATE … WHERE guard}. */
  boolean update(
      FakeTransaction tx,
      RecordId id,
      Held held,
      Predicate<FakeRow> guard,
      UnaryOperator<FakeRow> change) {
    return change(tx, id, held, guard, row -> Optional.of(change.apply(row)));
  }

  /** {@code DELETE … WHERE guard}; a key that somebody shares is skipped. */
  boolean delete(FakeTransaction tx, RecordId id, Held held, Predicate<FakeRow> guard) {
    return change(tx, id, held, guard, row -> Optional.empty());
  }

  private boolean change(
      FakeTransaction tx,
      RecordId id,
      Held held,
      Predicate<FakeRow> guard,
      Function<FakeRow, Optional<FakeRow>> change) {
    return complete(
        tx,
        null,
        () -> {
          Optional<FakeRow> row = visible(tx, id).filter(guard);
          if (row.isEmpty()) {
            return Step.done(false);
          }
          FakeTransaction holder = heldByAnother(tx, id);
          if (holder != null) {
            return held == Held.SKIP ? Step.done(false) : new Step<>(false, holder);
          }
          requireUnchangedSinceSnapshot(tx, id);
          Optional<FakeRow> changed = change.apply(row.get());
          if (changed.isEmpty() && keySharedByAnother(tx, id)) {
            return Step.done(false);
          }
          write(tx, id, changed, changed.isEmpty());
          return Step.done(true);
        });
  }

  /** Repeats a statement after every wait, until it need not wait. */
  private <T> T complete(
      FakeTransaction tx, @Nullable Duration lockTimeout, Supplier<Step<T>> statement) {
    while (true) {
      Step<T> step;
      synchronized (this) {
        requireUsable(tx);
        step = statement.get();
        if (step.holder() == null) {
          return step.result();
        }
        tx.waitFor(step.holder(), false);
        requireNoDeadlock(tx, lockTimeout != null);
      }
      boolean ended = waiting.untilEnd(step.holder(), lockTimeout);
      tx.waitFor(null, false);
      if (!ended) {
        throw failed(
            tx, StoreException.Kind.LOCK_TIMEOUT, "canceling statement due to lock timeout");
      }
    }
  }

  private Optional<FakeRow> visible(FakeTransaction tx, RecordId id) {
    Optional<FakeRow> own = tx.writes.get(id);
    if (own != null) {
      return own;
    }
    if (tx.isolation == FakeTransaction.Isolation.READ_COMMITTED) {
      return Optional.ofNullable(committed.get(id));
    }
    Map<RecordId, FakeRow> snapshot = tx.snapshot == null ? committed : tx.snapshot;
    tx.snapshot = snapshot;
    return Optional.ofNullable(snapshot.get(id));
  }

  private void requireUnchangedSinceSnapshot(FakeTransaction tx, RecordId id) {
    Map<RecordId, FakeRow> snapshot = tx.snapshot;
    if (snapshot != null
        && !tx.writes.containsKey(id)
        && !Objects.equals(snapshot.get(id), committed.get(id))) {
      throw failed(
          tx,
          StoreException.Kind.SERIALIZATION,
          "could not serialize access due to concurrent update");
    }
  }

  private @Nullable FakeTransaction heldByAnother(FakeTransaction tx, RecordId id) {
    FakeTransaction holder = holders.get(id);
    return holder == tx ? null : holder;
  }

  private boolean keySharedByAnother(FakeTransaction tx, RecordId id) {
    return keySharers.getOrDefault(id, Set.of()).stream().anyMatch(sharer -> sharer != tx);
  }

  private void hold(FakeTransaction tx, RecordId id, boolean withKey) {
    holders.put(id, tx);
    if (withKey) {
      heldWithKey.add(id);
    }
  }

  private void write(FakeTransaction tx, RecordId id, Optional<FakeRow> row, boolean withKey) {
    hold(tx, id, withKey);
    tx.writes.put(id, row);
  }

  /**
   * PostgreSQL ends a circle of waiting transactions. It cannot see one that runs through a
   * thread's suspended transaction; without a lock time-out that one would hang for ever.
   */
  private static void requireNoDeadlock(FakeTransaction tx, boolean timesOut) {
    boolean throughThread = false;
    FakeTransaction next = tx.waitsFor();
    while (next != null && next != tx) {
      throughThread |= next.waitsForItsThread();
      next = next.waitsFor();
    }
    if (next == null || (throughThread && timesOut)) {
      return;
    }
    tx.waitFor(null, false);
    if (throughThread) {
      throw new AssertionError("a statement would wait for ever for its own thread's transaction");
    }
    throw failed(tx, StoreException.Kind.SERIALIZATION, "deadlock detected");
  }

  private static void requireUsable(FakeTransaction tx) {
    if (tx.hasEnded()) {
      throw failed(tx, StoreException.Kind.OTHER, "the transaction has ended");
    }
    if (tx.isAborted()) {
      throw failed(tx, StoreException.Kind.OTHER, "current transaction is aborted");
    }
  }

  /** A failed statement makes its transaction unusable. */
  static StoreException failed(FakeTransaction tx, StoreException.Kind kind, String message) {
    tx.abort();
    return new StoreException(kind, message, new IllegalStateException(message));
  }

  /** Makes a transaction's writes visible, all at once; nothing where it cannot commit. */
  synchronized boolean commit(FakeTransaction tx) {
    if (!tx.canCommit()) {
      rollback(tx);
      return false;
    }
    Map<RecordId, FakeRow> next = new HashMap<>(committed);
    tx.writes.forEach(
        (id, row) -> row.ifPresentOrElse(now -> next.put(id, now), () -> next.remove(id)));
    committed = next;
    tx.leases.forEach(
        (fence, until) ->
            until.ifPresentOrElse(
                now -> committedLeases.put(fence, now), () -> committedLeases.remove(fence)));
    tx.otherWrites.forEach(Runnable::run);
    release(tx);
    return true;
  }

  synchronized void rollback(FakeTransaction tx) {
    release(tx);
  }

  private void release(FakeTransaction tx) {
    holders.values().removeIf(holder -> holder == tx);
    heldWithKey.retainAll(holders.keySet());
    keySharers.values().forEach(sharers -> sharers.remove(tx));
    keySharers.values().removeIf(Set::isEmpty);
    advisoryLocks.values().removeIf(holder -> holder == tx);
    tx.writes.clear();
    tx.leases.clear();
    tx.otherWrites.clear();
    tx.ended();
  }

  /** Adds a change of another table to a transaction. */
  synchronized void writeOther(FakeTransaction tx, Runnable atCommit) {
    requireUsable(tx);
    tx.otherWrites.add(atCommit);
  }
}
