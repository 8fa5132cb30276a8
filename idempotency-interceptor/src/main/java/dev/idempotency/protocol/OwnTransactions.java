// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.StoreUnavailableException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Short transactions of the protocol's own, which must leave the caller's as they found it (P11)
 * and must not lock up the connection pool (P13).
 */
final class OwnTransactions {

  private static final Duration PERMIT_WAIT = Duration.ofSeconds(1);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  private final Transactions transactions;
  private final Semaphore permits;

  OwnTransactions(Transactions transactions, NodeSettings node) {
    this.transactions = transactions;
    this.permits = new Semaphore(node.joinedClaims());
  }

  /**
   * Runs work in a new transaction. Inside another one it takes a second connection beside the one
   * that may be held already, and so needs a permit.
   *
   * @throws StoreUnavailableException if no permit came free in time, or the caller's transaction
   *     was lost on the way
   * @throws StoreException if a statement or the commit failed
   */
  <T> T run(@Nullable RecordId id, Supplier<T> work) {
    return transactions.key() == null
        ? runAhead(id, work)
        : withPermit(id, () -> runAhead(id, work));
  }

  private <T> T withPermit(@Nullable RecordId id, Supplier<T> work) {
    if (!acquirePermit()) {
      throw unavailable("Too many calls need a second connection, so %s must wait", id, null);
    }
    try {
      return work.get();
    } finally {
      permits.release();
    }
  }

  /**
   * Runs work in a new transaction before the current one, if there is any, holds a connection.
   *
   * @throws StoreUnavailableException if the caller's transaction was lost on the way
   * @throws StoreException if a statement or the commit failed
   */
  <T> T runAhead(@Nullable RecordId id, Supplier<T> work) {
    Object before = transactions.key();
    try {
      T result = Interruption.heldBackFor(() -> transactions.inNew(work));
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

  /**
   * The same for a whole call outside the caller's transaction, which may hold a connection all the
   * time.
   *
   * @throws StoreUnavailableException if no permit came free in time, or the caller's transaction
   *     was lost on the way
   */
  void keepingCallersWithPermit(RecordId id, Runnable task) {
    withPermit(
        id,
        () -> {
          keepingCallers(id, task);
          return true;
        });
  }

  private boolean acquirePermit() {
    if (permits.tryAcquire()) {
      return true;
    }
    try {
      return permits.tryAcquire(PERMIT_WAIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void requireSame(
      @Nullable Object before, @Nullable RecordId id, @Nullable Throwable cause) {
    if (!Objects.equals(before, transactions.key())) {
      throw unavailable(
          "The server lost the caller's transaction while %s was worked on", id, cause);
    }
  }

  private static StoreUnavailableException unavailable(
      String fact, @Nullable RecordId id, @Nullable Throwable cause) {
    return new StoreUnavailableException(
        fact.formatted(id == null ? "a list of records" : "record " + id) + "; repeat the call",
        id == null ? null : id.value(),
        TRY_AGAIN_AFTER,
        cause);
  }
}
