// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of the calling thread. Safe for concurrent use; every method speaks of the
 * calling thread only.
 */
public interface Transactions {

  /** What the calling thread has. */
  enum State {
    /** No transaction. */
    NONE,
    /** One that can still commit. */
    ACTIVE,
    /** One that can only roll back. */
    ROLLBACK_ONLY,
    /** One that is ending or has ended, for example by the container's time-out. */
    ENDED
  }

  /** How a transaction ended. */
  enum End {
    /** Committed. */
    COMMITTED,
    /** Not known to have committed: rolled back, or its result is unknown. */
    NOT_COMMITTED
  }

  /**
   * How a transaction ended that was begun for some work.
   *
   * @param end how it ended
   * @param failure why it could not begin or is not known to have committed; null where nobody says
   */
  record Ended(End end, @Nullable Throwable failure) {}

  /**
   * Returns what the calling thread has.
   *
   * @return the state
   */
  State state();

  /**
   * Returns an object that stands for the calling thread's transaction.
   *
   * @return equal for the same transaction; null where there is none
   */
  @Nullable Object key();

  /**
   * Marks the calling thread's transaction rollback-only. Does nothing where it can no longer
   * commit anyway.
   */
  void setRollbackOnly();

  /**
   * Runs work in a transaction of its own at READ COMMITTED, suspending the caller's (P4). The
   * transaction is committed on return and rolled back when the work throws.
   *
   * @param work what to run
   * @param <T> the result's type
   * @return the work's result
   * @throws StoreException if the transaction could not begin or commit; whether it committed is
   *     then unknown
   */
  <T> T inNew(Supplier<T> work);

  /**
   * Runs work in a business transaction that is begun for it, where the calling thread has none. It
   * is committed on return unless it was marked rollback-only.
   *
   * @param work what to run; must not throw
   * @return how the transaction ended
   */
  Ended inBusiness(Runnable work);

  /**
   * Runs work outside any transaction, suspending the caller's. What the work throws comes out.
   *
   * @param work what to run
   * @throws StoreException if the caller's transaction could not be suspended or resumed
   */
  void outside(Runnable work);

  /**
   * Tells how the calling thread's transaction ends. The callback may run on any thread, must not
   * touch a transaction or block, and runs exactly once unless the process dies.
   *
   * @param end what to tell
   */
  void onEnd(Consumer<End> end);

  /**
   * Returns what {@link #putResource} attached to the calling thread's transaction.
   *
   * @param key a key of the caller's own class
   * @return the value, or null
   */
  @Nullable Object resource(Object key);

  /**
   * Attaches a value to the calling thread's transaction, for as long as that lasts.
   *
   * @param key a key of the caller's own class
   * @param value the value
   */
  void putResource(Object key, Object value);
}
