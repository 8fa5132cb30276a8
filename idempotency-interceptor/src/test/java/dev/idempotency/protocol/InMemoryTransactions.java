// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transactions of the fake database, per thread as a stack: the topmost is the thread's, those
 * below are suspended. Beside the port it plays the container, which begins, ends and loses
 * transactions.
 */
final class InMemoryTransactions implements Transactions {

  private final FakeTable table;
  private final ThreadLocal<Deque<FakeTransaction>> stacks =
      ThreadLocal.withInitial(ArrayDeque::new);

  InMemoryTransactions(FakeTable table) {
    this.table = table;
  }

  /** The calling thread's transaction, ended or not; null where there is none. */
  @Nullable FakeTransaction current() {
    return stacks.get().peek();
  }

  /** How many transactions the calling thread has, the suspended ones included. */
  int depth() {
    return stacks.get().size();
  }

  private FakeTransaction required() {
    FakeTransaction current = current();
    if (current == null) {
      throw new IllegalStateException("the calling thread has no transaction");
    }
    return current;
  }

  @Override
  public State state() {
    FakeTransaction current = current();
    return current == null ? State.NONE : current.state();
  }

  @Override
  public @Nullable Object key() {
    return current();
  }

  @Override
  public void setRollbackOnly() {
    FakeTransaction current = current();
    if (current != null) {
      current.setRollbackOnly();
    }
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    FakeTransaction begun = begin();
    T result;
    try {
      result = work.get();
    } catch (Throwable e) {
      begun.setRollbackOnly();
      endBegun(begun);
      throw e;
    }
    if (endBegun(begun) != End.COMMITTED) {
      throw new StoreException(
          StoreException.Kind.OTHER,
          "The transaction could not commit",
          new IllegalStateException("rolled back"));
    }
    return result;
  }

  @Override
  public Ended inBusiness(Runnable work) {
    if (current() != null) {
      throw new IllegalStateException("the calling thread has a transaction already");
    }
    FakeTransaction begun = begin();
    try {
      work.run();
    } catch (Throwable e) {
      begun.setRollbackOnly();
      endBegun(begun);
      throw e;
    }
    return new Ended(endBegun(begun), null);
  }

  @Override
  public void outside(Runnable work) {
    Deque<FakeTransaction> suspended = stacks.get();
    stacks.set(new ArrayDeque<>());
    try {
      work.run();
    } finally {
      stacks.set(suspended);
    }
  }

  /** Ends what was begun, unless a test has taken it away: then nobody knows how it ends. */
  private End endBegun(FakeTransaction begun) {
    return current() == begun ? commit() : End.NOT_COMMITTED;
  }

  @Override
  public void onEnd(Consumer<End> end) {
    FakeTransaction current = required();
    if (current.hasEnded()) {
      throw new IllegalStateException("the transaction has ended");
    }
    current.onEnd(end);
  }

  @Override
  public @Nullable Object resource(Object key) {
    return required().resource(key);
  }

  @Override
  public void putResource(Object key, Object value) {
    required().putResource(key, value);
  }

  /** Begins a transaction as a caller or container would, suspending what the thread has. */
  FakeTransaction begin(FakeTransaction.Isolation isolation) {
    FakeTransaction suspended = current();
    FakeTransaction begun = new FakeTransaction(isolation);
    if (suspended != null) {
      suspended.waitFor(begun, true);
    }
    stacks.get().push(begun);
    return begun;
  }

  FakeTransaction begin() {
    return begin(FakeTransaction.Isolation.READ_COMMITTED);
  }

  /** Commits the calling thread's transaction where it can, and resumes what was suspended. */
  End commit() {
    return end(detach());
  }

  /** Commits, but nobody learns that: the callbacks are told what is told of an unknown result. */
  void commitUnknown() {
    FakeTransaction ending = detach();
    table.commit(ending);
    ending.tell(End.NOT_COMMITTED);
  }

  /** Commits, and nobody is left to be told. */
  void commitSilently() {
    table.commit(detach());
  }

  /** Ends, without a word, what was taken away from its thread while its commit was under way. */
  void endSilently(FakeTransaction transaction, boolean commits) {
    if (commits) {
      table.commit(transaction);
    } else {
      table.rollback(transaction);
    }
  }

  void rollback() {
    setRollbackOnly();
    commit();
  }

  /**
   * Takes the thread's transaction away from it without ending it, and resumes the one below: a
   * commit that is still under way, or a suspended transaction that the server lost.
   */
  FakeTransaction detach() {
    FakeTransaction detached = stacks.get().pop();
    FakeTransaction resumed = current();
    if (resumed != null) {
      resumed.waitFor(null, false);
    }
    return detached;
  }

  /** Ends a transaction from wherever it is; a reaper's victim stays with its thread as ended. */
  End end(FakeTransaction transaction) {
    if (transaction.hasEnded()) {
      return End.NOT_COMMITTED;
    }
    End end = table.commit(transaction) ? End.COMMITTED : End.NOT_COMMITTED;
    transaction.tell(end);
    return end;
  }

  /** Ends a transaction by time-out, under the thread that works in it. */
  void reap(FakeTransaction transaction) {
    transaction.setRollbackOnly();
    end(transaction);
  }

  /** The process dies: the database rolls back what the calling thread had open, nobody is told. */
  void die() {
    stacks.get().forEach(table::rollback);
    stacks.get().clear();
  }

  /** Writes to another table in the calling thread's transaction. */
  void write(Runnable atCommit) {
    table.writeOther(required(), atCommit);
  }
}
