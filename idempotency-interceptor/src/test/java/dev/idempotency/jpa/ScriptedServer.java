// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** A server without a database whose transactions end as the test says. */
final class ScriptedServer
    implements TransactionSynchronizationRegistry, TransactionRunner, TransactionManager {

  /** A transaction that only has a status. */
  static final class Tx implements Transaction {
    int status = Status.STATUS_ACTIVE;
    final List<Synchronization> synchronizations = new ArrayList<>();
    final Map<Object, Object> resources = new HashMap<>();

    void end(int endStatus) {
      status = endStatus;
      synchronizations.forEach(callback -> callback.afterCompletion(endStatus));
    }

    @Override
    public int getStatus() {
      return status;
    }

    @Override
    public void setRollbackOnly() {
      status = Status.STATUS_MARKED_ROLLBACK;
    }

    @Override
    public void commit() {
      end(Status.STATUS_COMMITTED);
    }

    @Override
    public void rollback() {
      end(Status.STATUS_ROLLEDBACK);
    }

    @Override
    public void registerSynchronization(Synchronization callback) {
      synchronizations.add(callback);
    }

    @Override
    public boolean enlistResource(XAResource resource) {
      return false;
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) {
      return false;
    }
  }

  @Nullable Tx current;

  /** What begin throws. */
  @Nullable Exception beginFails;

  /** What commit throws, after the transaction has ended with {@link #endStatus}. */
  @Nullable Exception commitFails;

  /** How a transaction ends that is not marked. */
  int endStatus = Status.STATUS_COMMITTED;

  /** Payara: the suspended transaction is forgotten where the commit throws. */
  boolean forgetsSuspended;

  /** The ended transaction stays with the thread where the commit throws. */
  boolean keepsEnded;

  /** What resume throws. */
  @Nullable IllegalStateException resumeFails;

  @Override
  public void inNew(Runnable work) throws Exception {
    Tx outer = current;
    current = null;
    boolean resumed = false;
    try {
      begun(work);
      resumed = true;
    } finally {
      if (resumed || !forgetsSuspended) {
        current = outer;
      }
    }
  }

  @Override
  public void inRequired(Runnable work) throws Exception {
    begun(work);
  }

  @Override
  public void outside(Runnable work) {
    Tx outer = current;
    current = null;
    work.run();
    current = outer;
  }

  private void begun(Runnable work) throws Exception {
    if (beginFails != null) {
      throw beginFails;
    }
    Tx tx = new Tx();
    current = tx;
    work.run();
    boolean marked = tx.status == Status.STATUS_MARKED_ROLLBACK;
    if (!keepsEnded) {
      current = null;
    }
    tx.end(marked ? Status.STATUS_ROLLEDBACK : endStatus);
    if (commitFails != null) {
      throw commitFails;
    }
  }

  Tx required() {
    if (current == null) {
      throw new IllegalStateException("There is no transaction");
    }
    return current;
  }

  @Override
  public @Nullable Object getTransactionKey() {
    return current;
  }

  @Override
  public int getTransactionStatus() {
    return current == null ? Status.STATUS_NO_TRANSACTION : current.status;
  }

  @Override
  public void registerInterposedSynchronization(Synchronization callback) {
    if (required().status != Status.STATUS_ACTIVE) {
      throw new IllegalStateException("The transaction is marked");
    }
    required().synchronizations.add(callback);
  }

  @Override
  public void setRollbackOnly() {
    required().setRollbackOnly();
  }

  @Override
  public boolean getRollbackOnly() {
    return required().status == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public void putResource(Object key, Object value) {
    required().resources.put(key, value);
  }

  @Override
  public @Nullable Object getResource(Object key) {
    return required().resources.get(key);
  }

  @Override
  public @Nullable Transaction getTransaction() {
    return current;
  }

  @Override
  public @Nullable Transaction suspend() {
    Tx suspended = current;
    current = null;
    return suspended;
  }

  @Override
  public void resume(Transaction transaction) {
    if (resumeFails != null) {
      throw resumeFails;
    }
    if (current != null) {
      throw new IllegalStateException("The thread has a transaction");
    }
    current = (Tx) transaction;
  }

  @Override
  public void begin() {
    current = new Tx();
  }

  @Override
  public void commit() {
    required().commit();
  }

  @Override
  public void rollback() {
    required().rollback();
  }

  @Override
  public int getStatus() {
    return getTransactionStatus();
  }

  @Override
  public void setTransactionTimeout(int seconds) {
    // No transaction here lasts.
  }
}
