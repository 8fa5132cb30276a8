// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One node's transactions on the fake database, with a stage around each. */
final class StagedTransactions implements Transactions {

  /** The points around a transaction. */
  enum Point {
    /** Before a transaction of the protocol's own begins. */
    NEW_BEGINS,
    /** Within it, when its work is done. */
    NEW_COMMITS,
    /** After it committed, when the caller's is active again. */
    NEW_COMMITTED,
    /** Before a business transaction begins. */
    BUSINESS_BEGINS,
    /** Within it, when its work is done. */
    BUSINESS_COMMITS,
    /** After it ended. */
    BUSINESS_ENDED
  }

  private final Stage<Point> stage = new Stage<>();
  private final InMemoryTransactions transactions;

  StagedTransactions(InMemoryTransactions transactions) {
    this.transactions = transactions;
  }

  Stage<Point> stage() {
    return stage;
  }

  /** An action that fails the begin or the commit, or loses its acknowledgement. */
  static Runnable failure() {
    return () -> {
      throw new StoreException(
          StoreException.Kind.OTHER,
          "staged failure",
          new IllegalStateException("connection lost"));
    };
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    stage.reach(Point.NEW_BEGINS);
    T result =
        transactions.inNew(
            () -> {
              T value = work.get();
              stage.reach(Point.NEW_COMMITS);
              return value;
            });
    stage.reach(Point.NEW_COMMITTED);
    return result;
  }

  @Override
  public void outside(Runnable work) {
    transactions.outside(work);
  }

  @Override
  public Ended inBusiness(Runnable work) {
    try {
      stage.reach(Point.BUSINESS_BEGINS);
    } catch (StoreException e) {
      return new Ended(End.NOT_COMMITTED, e);
    }
    List<StoreException> failures = new ArrayList<>();
    Ended ended =
        transactions.inBusiness(
            () -> {
              work.run();
              failures.addAll(reachCommit());
            });
    if (!failures.isEmpty()) {
      return new Ended(ended.end(), failures.get(0));
    }
    try {
      stage.reach(Point.BUSINESS_ENDED);
    } catch (StoreException e) {
      return new Ended(End.NOT_COMMITTED, e);
    }
    return ended;
  }

  /** A commit that fails rolls back, and nothing is thrown. */
  private List<StoreException> reachCommit() {
    try {
      stage.reach(Point.BUSINESS_COMMITS);
      return List.of();
    } catch (StoreException e) {
      transactions.setRollbackOnly();
      return List.of(e);
    }
  }

  @Override
  public State state() {
    return transactions.state();
  }

  @Override
  public @Nullable Object key() {
    return transactions.key();
  }

  @Override
  public void setRollbackOnly() {
    transactions.setRollbackOnly();
  }

  @Override
  public void onEnd(Consumer<End> end) {
    transactions.onEnd(end);
  }

  @Override
  public @Nullable Object resource(Object key) {
    return transactions.resource(key);
  }

  @Override
  public void putResource(Object key, Object value) {
    transactions.putResource(key, value);
  }
}
