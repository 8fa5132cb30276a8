// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The server's transactions, by JTA. */
final class JtaTransactions implements Transactions {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private final TransactionSynchronizationRegistry registry;
  private final TransactionRunner runner;
  private final @Nullable TransactionManager manager;
  private final ReadCommitted isolation;

  /**
   * Creates the port.
   *
   * @param registry the server's registry
   * @param runner begins and ends transactions
   * @param manager the server's transaction manager, or null where it cannot be reached
   * @param isolation keeps inner transactions at READ COMMITTED
   */
  JtaTransactions(
      TransactionSynchronizationRegistry registry,
      TransactionRunner runner,
      @Nullable TransactionManager manager,
      ReadCommitted isolation) {
    this.registry = registry;
    this.runner = runner;
    this.manager = manager;
    this.isolation = isolation;
  }

  @Override
  public State state() {
    return switch (registry.getTransactionStatus()) {
      case Status.STATUS_NO_TRANSACTION -> State.NONE;
      case Status.STATUS_ACTIVE -> State.ACTIVE;
      case Status.STATUS_MARKED_ROLLBACK -> State.ROLLBACK_ONLY;
      default -> State.ENDED;
    };
  }

  @Override
  public @Nullable Object key() {
    return registry.getTransactionKey();
  }

  @Override
  public void setRollbackOnly() {
    if (state() != State.ACTIVE) {
      return;
    }
    try {
      registry.setRollbackOnly();
    } catch (IllegalStateException e) {
      // The server's time-out may have ended it since; then there is nothing left to mark.
      if (state() == State.ACTIVE) {
        throw e;
      }
    }
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    if (!isolation.isDefaultKnown()) {
      runInNew(
          () -> {
            isolation.learnDefault();
            return true;
          });
    }
    return runInNew(
        () -> {
          isolation.enforce();
          return work.get();
        });
  }

  private <T> T runInNew(Supplier<T> work) {
    TransactionWork<T> inner = new TransactionWork<>(work, this);
    CallersTransaction callers = CallersTransaction.remember(manager);
    try {
      runner.inNew(inner);
    } catch (Exception e) {
      couldNotBeginOrEnd(inner, e);
    } finally {
      callers.restore();
    }
    return inner.committedResult();
  }

  /** {@inheritDoc} Where none could be begun the work did not run, and nothing committed. */
  @Override
  public Ended inBusiness(Runnable work) {
    TransactionWork<Boolean> business =
        new TransactionWork<>(
            () -> {
              work.run();
              return true;
            },
            this);
    try {
      runner.inRequired(business);
    } catch (Exception e) {
      couldNotBeginOrEnd(business, e);
    }
    return business.ended();
  }

  /** {@inheritDoc} */
  @Override
  public void outside(Runnable work) {
    OutsideWork outside = new OutsideWork(work);
    CallersTransaction callers = CallersTransaction.remember(manager);
    try {
      runner.outside(outside);
    } catch (Exception e) {
      throw StoreErrors.ofTransaction(e);
    } finally {
      callers.restore();
    }
    outside.throwOn();
  }

  /** Keeps what the work throws from the server, which may leave the caller suspended for it. */
  private static final class OutsideWork implements Runnable {

    private final Runnable work;
    private @Nullable Throwable thrown;

    OutsideWork(Runnable work) {
      this.work = work;
    }

    @Override
    public void run() {
      try {
        work.run();
      } catch (Throwable e) {
        thrown = e;
      }
    }

    void throwOn() {
      if (thrown instanceof Error error) {
        throw error;
      }
      if (thrown instanceof RuntimeException e) {
        throw e;
      }
    }
  }

  private static void couldNotBeginOrEnd(TransactionWork<?> work, Exception failure) {
    LOGGER.log(Level.DEBUG, "A transaction could not begin or end", failure);
    work.couldNotBeginOrEnd(failure);
  }

  /**
   * {@inheritDoc} Where a server takes no callback because the transaction can only roll back, the
   * end is told at once. WildFly takes it then and forgets it: nobody may begin work in a
   * transaction that is marked already.
   */
  @Override
  public void onEnd(Consumer<End> end) {
    EndOfTransaction callback = new EndOfTransaction(end);
    try {
      registry.registerInterposedSynchronization(callback);
    } catch (IllegalStateException e) {
      if (state() == State.NONE) {
        throw e;
      }
      callback.afterCompletion(Status.STATUS_ROLLEDBACK);
    }
  }

  @Override
  public @Nullable Object resource(Object key) {
    return state() == State.NONE ? null : registry.getResource(key);
  }

  @Override
  public void putResource(Object key, Object value) {
    registry.putResource(key, value);
  }
}
