// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.protocol.Transactions.End;
import dev.idempotency.protocol.Transactions.Ended;
import jakarta.transaction.RollbackException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work within a transaction, and what became of both. What the work throws is kept from the server,
 * whose rules would wrap a checked exception, commit for one kind and roll back for another.
 */
final class TransactionWork<T> implements Runnable {

  private final Supplier<T> work;
  private final Transactions transactions;

  private @Nullable T result;
  private @Nullable Throwable thrown;
  private @Nullable Exception serversFailure;

  // Set by the thread that ends the transaction, which may be the server's for time-outs.
  private volatile End end = End.NOT_COMMITTED;

  TransactionWork(Supplier<T> work, Transactions transactions) {
    this.work = work;
    this.transactions = transactions;
  }

  @Override
  public void run() {
    try {
      transactions.onEnd(told -> end = told);
      result = work.get();
    } catch (Throwable e) {
      thrown = e;
      transactions.setRollbackOnly();
    }
  }

  void couldNotBeginOrEnd(Exception failure) {
    serversFailure = failure;
  }

  /** How the transaction ended. Throws what the work threw, unchanged. */
  Ended ended() {
    if (thrown != null) {
      TransactionWork.<RuntimeException>throwUnchanged(thrown);
    }
    return new Ended(serversFailure == null ? end : End.NOT_COMMITTED, serversFailure);
  }

  /**
   * The work's result, committed. Throws what the work threw, unchanged.
   *
   * @throws StoreException if the transaction did not begin or is not known to have committed
   */
  T committedResult() {
    if (ended().end() == End.COMMITTED) {
      return committed();
    }
    throw StoreErrors.ofTransaction(
        serversFailure == null
            ? new RollbackException("The server rolled back without a word")
            : serversFailure);
  }

  @SuppressWarnings("NullAway") // The work has set it; to null where T allows that.
  private T committed() {
    return result;
  }

  /** Throws any exception as what the signature says; what it is does not change. */
  @SuppressWarnings("unchecked")
  private static <E extends Throwable> void throwUnchanged(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
