// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What a server does for {@link JtaTransactions}, by resource-local transactions: one entity
 * manager for each transaction, an inner transaction suspends the outer one, what is marked rolls
 * back without a word.
 */
final class LocalServer
    implements TransactionSynchronizationRegistry, TransactionRunner, AutoCloseable {

  private static final class Local {
    final EntityManager entityManager;
    final Map<Object, Object> resources = new HashMap<>();
    final List<Synchronization> synchronizations = new ArrayList<>();

    Local(EntityManager entityManager) {
      this.entityManager = entityManager;
    }

    boolean isMarked() {
      return entityManager.getTransaction().getRollbackOnly();
    }
  }

  private final EntityManagerFactory factory;
  private final ThreadLocal<Deque<Local>> threads = ThreadLocal.withInitial(ArrayDeque::new);
  private final Queue<EntityManager> outsideOfTransactions = new ConcurrentLinkedQueue<>();

  LocalServer(EntityManagerFactory factory) {
    this.factory = factory;
  }

  /** The entity manager of the calling thread's transaction; one without a transaction else. */
  EntityManager entityManager() {
    Local current = threads.get().peek();
    if (current != null) {
      return current.entityManager;
    }
    EntityManager outside = factory.createEntityManager();
    outsideOfTransactions.add(outside);
    return outside;
  }

  @Override
  public void inNew(Runnable work) throws RollbackException {
    Local local = new Local(factory.createEntityManager());
    try {
      local.entityManager.getTransaction().begin();
      threads.get().push(local);
      try {
        work.run();
      } finally {
        threads.get().pop();
        end(local);
      }
    } finally {
      local.entityManager.close();
    }
  }

  @Override
  public void inRequired(Runnable work) throws RollbackException {
    if (threads.get().isEmpty()) {
      inNew(work);
    } else {
      work.run();
    }
  }

  @Override
  public void outside(Runnable work) {
    Deque<Local> suspended = threads.get();
    threads.set(new ArrayDeque<>());
    try {
      work.run();
    } finally {
      threads.set(suspended);
    }
  }

  private static void end(Local local) throws RollbackException {
    int status = Status.STATUS_ROLLEDBACK;
    try {
      if (local.isMarked()) {
        local.entityManager.getTransaction().rollback();
      } else {
        local.entityManager.getTransaction().commit();
        status = Status.STATUS_COMMITTED;
      }
    } catch (PersistenceException e) {
      RollbackException rollback = new RollbackException("The commit failed");
      rollback.initCause(e);
      throw rollback;
    } finally {
      for (Synchronization synchronization : local.synchronizations) {
        synchronization.afterCompletion(status);
      }
    }
  }

  @Override
  public Object getTransactionKey() {
    return threads.get().peek();
  }

  @Override
  public int getTransactionStatus() {
    Local current = threads.get().peek();
    if (current == null) {
      return Status.STATUS_NO_TRANSACTION;
    }
    return current.isMarked() ? Status.STATUS_MARKED_ROLLBACK : Status.STATUS_ACTIVE;
  }

  @Override
  public void registerInterposedSynchronization(Synchronization synchronization) {
    current().synchronizations.add(synchronization);
  }

  @Override
  public void setRollbackOnly() {
    current().entityManager.getTransaction().setRollbackOnly();
  }

  @Override
  public boolean getRollbackOnly() {
    return current().isMarked();
  }

  @Override
  public void putResource(Object key, Object value) {
    current().resources.put(key, value);
  }

  @Override
  public Object getResource(Object key) {
    return current().resources.get(key);
  }

  private Local current() {
    Local current = threads.get().peek();
    if (current == null) {
      throw new IllegalStateException("There is no transaction");
    }
    return current;
  }

  @Override
  public void close() {
    outsideOfTransactions.forEach(EntityManager::close);
  }
}
