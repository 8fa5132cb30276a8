// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.outbox.OutboxStore;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.PurgeStore;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.StoreChecks;
import dev.idempotency.protocol.Transactions;
import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.TransactionSynchronizationRegistry;

/**
 * Where the server hands over what the ports need: the entity manager of the application's only
 * persistence unit, scoped to the transaction, and its transactions.
 */
@ApplicationScoped
@SuppressWarnings("NullAway.Init") // Injected.
class JpaBeans {

  @PersistenceContext EntityManager entityManager;

  @Resource(lookup = "java:comp/TransactionSynchronizationRegistry")
  TransactionSynchronizationRegistry registry;

  @Inject Instance<TransactionalBean> transactionalBeans;

  @Produces
  @ApplicationScoped
  RecordStore recordStore() {
    return new JpaRecordStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  StepStore stepStore() {
    return new JpaStepStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  OperatorStore operatorStore() {
    return new JpaOperatorStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  PurgeStore purgeStore() {
    return new JpaPurgeStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  LeaseStore leaseStore() {
    return new JpaLeaseStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  OutboxStore outboxStore() {
    return new JpaOutboxStore(() -> entityManager);
  }

  @Produces
  @ApplicationScoped
  Transactions transactions() {
    return new JtaTransactions(
        registry,
        new PerCallRunner(transactionalBeans),
        TransactionManagers.find(),
        new ReadCommitted(new NativeSql(() -> entityManager)));
  }

  @Produces
  @ApplicationScoped
  StoreChecks storeChecks(Transactions transactions) {
    return new PostgresChecks(transactions, new NativeSql(() -> entityManager));
  }

  /**
   * A bean for each call: Payara's interceptors keep state of a call in the instance that belongs
   * to the bean, which threads must not share.
   */
  private record PerCallRunner(Instance<TransactionalBean> beans) implements TransactionRunner {

    @Override
    public void inNew(Runnable work) {
      try (Instance.Handle<TransactionalBean> bean = beans.getHandle()) {
        bean.get().inNew(work);
      }
    }

    @Override
    public void inRequired(Runnable work) {
      try (Instance.Handle<TransactionalBean> bean = beans.getHandle()) {
        bean.get().inRequired(work);
      }
    }

    @Override
    public void outside(Runnable work) {
      try (Instance.Handle<TransactionalBean> bean = beans.getHandle()) {
        bean.get().outside(work);
      }
    }
  }
}
