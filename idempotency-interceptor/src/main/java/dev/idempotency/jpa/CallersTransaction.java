// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a thread had, or had not, before an inner one, and the repair for a server
 * that does not bring it back: Payara's {@code REQUIRES_NEW} interceptor forgets to resume it when
 * the inner commit throws. Where no transaction manager can be reached nothing is repaired, and the
 * protocol refuses the call instead (P11).
 */
final class CallersTransaction {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private final @Nullable TransactionManager manager;
  private final @Nullable Transaction before;

  private CallersTransaction(@Nullable TransactionManager manager, @Nullable Transaction before) {
    this.manager = manager;
    this.before = before;
  }

  /** Remembers what the calling thread has. */
  static CallersTransaction remember(@Nullable TransactionManager manager) {
    try {
      return new CallersTransaction(manager, manager == null ? null : manager.getTransaction());
    } catch (SystemException e) {
      LOGGER.log(Level.WARNING, "The server cannot tell the current transaction", e);
      return new CallersTransaction(null, null);
    }
  }

  /** Gives the calling thread what it had, where it has something else. Never throws. */
  void restore() {
    if (manager == null) {
      return;
    }
    try {
      restore(manager);
    } catch (SystemException | InvalidTransactionException | IllegalStateException e) {
      LOGGER.log(
          Level.WARNING,
          "The server lost the caller's transaction and does not take it back; the call is refused",
          e);
    }
  }

  private void restore(TransactionManager manager)
      throws SystemException, InvalidTransactionException {
    Transaction now = manager.getTransaction();
    if (Objects.equals(now, before)) {
      return;
    }
    if (now != null) {
      manager.suspend();
    }
    if (before != null) {
      manager.resume(before);
    }
    LOGGER.log(Level.DEBUG, "The server had lost the caller's transaction; it was resumed");
  }
}
