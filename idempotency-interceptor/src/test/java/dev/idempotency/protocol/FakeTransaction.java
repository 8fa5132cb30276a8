// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Transactions.End;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of the fake database. What it wrote and locked belongs to {@link FakeTable} and
 * is guarded by that one's monitor; the rest by its own.
 */
final class FakeTransaction {

  /** What the transaction's statements see. */
  enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ
  }

  final Isolation isolation;

  /** Own versions; an empty one is a deletion. */
  final Map<RecordId, Optional<FakeRow>> writes = new LinkedHashMap<>();

  /** Own versions of renewed leases; an empty one is a deletion. */
  final Map<Fence, Optional<Instant>> leases = new LinkedHashMap<>();

  /** Changes of other tables, applied at commit. */
  final List<Runnable> otherWrites = new ArrayList<>();

  /** What a repeatable-read transaction saw with its first statement. */
  @Nullable Map<RecordId, FakeRow> snapshot;

  private final CountDownLatch over = new CountDownLatch(1);
  private final Map<Object, Object> resources = new HashMap<>();
  private final List<Consumer<End>> callbacks = new ArrayList<>();
  private Transactions.State state = Transactions.State.ACTIVE;
  private boolean aborted;
  private @Nullable FakeTransaction waitsFor;
  private boolean waitsForItsThread;

  FakeTransaction(Isolation isolation) {
    this.isolation = isolation;
  }

  synchronized Transactions.State state() {
    return state;
  }

  synchronized void setRollbackOnly() {
    if (state == Transactions.State.ACTIVE) {
      state = Transactions.State.ROLLBACK_ONLY;
    }
  }

  /** A statement failed: PostgreSQL accepts nothing more, though nobody has marked it. */
  synchronized void abort() {
    aborted = true;
  }

  synchronized boolean isAborted() {
    return aborted;
  }

  synchronized boolean canCommit() {
    return state == Transactions.State.ACTIVE && !aborted;
  }

  synchronized boolean hasEnded() {
    return state == Transactions.State.ENDED;
  }

  /** Marks the end; whoever waits for a lock goes on. */
  void ended() {
    synchronized (this) {
      state = Transactions.State.ENDED;
    }
    over.countDown();
  }

  CountDownLatch over() {
    return over;
  }

  synchronized void putResource(Object key, Object value) {
    resources.put(key, value);
  }

  synchronized @Nullable Object resource(Object key) {
    return resources.get(key);
  }

  synchronized void onEnd(Consumer<End> callback) {
    callbacks.add(callback);
  }

  void tell(End end) {
    List<Consumer<End>> told;
    synchronized (this) {
      told = List.copyOf(callbacks);
      callbacks.clear();
    }
    told.forEach(callback -> callback.accept(end));
  }

  /**
   * What this one waits for: a lock's holder, or the transaction that its thread runs meanwhile.
   */
  synchronized void waitFor(@Nullable FakeTransaction other, boolean itsThread) {
    waitsFor = other;
    waitsForItsThread = itsThread;
  }

  synchronized @Nullable FakeTransaction waitsFor() {
    return waitsFor;
  }

  synchronized boolean waitsForItsThread() {
    return waitsForItsThread;
  }
}
