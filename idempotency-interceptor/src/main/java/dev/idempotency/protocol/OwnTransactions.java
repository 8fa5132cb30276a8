// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.StoreUnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Short transactions of the protocol's own, which must leave the caller's as they found it (P11).
 */
final class OwnTransactions {

  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  private final Transactions transactions;

  OwnTransactions(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Runs work in a new transaction.
   *
   * @throws StoreUnavailableException if the caller's transaction was lost on the way
   * @throws StoreException if a statement or the commit failed
   */
  <T> T run(RecordId id, Supplier<T> work) {
    Object before = transactions.key();
    try {
      T result = transactions.inNew(work);
      requireSame(before, id, null);
      return result;
    } catch (StoreException e) {
      requireSame(before, id, e);
      throw e;
    }
  }

  /**
   * Does something that runs transactions of the protocol's own and handles their failures itself.
   *
   * @throws StoreUnavailableException if the caller's transaction was lost on the way
   */
  void keepingCallers(RecordId id, Runnable task) {
    Object before = transactions.key();
    task.run();
    requireSame(before, id, null);
  }

  private void requireSame(@Nullable Object before, RecordId id, @Nullable Throwable cause) {
    if (!Objects.equals(before, transactions.key())) {
      throw new StoreUnavailableException(
          "The server lost the caller's transaction while record %s was claimed or settled"
                  .formatted(id)
              + "; nothing was run, repeat the call",
          id.value(),
          TRY_AGAIN_AFTER,
          cause);
    }
  }
}
