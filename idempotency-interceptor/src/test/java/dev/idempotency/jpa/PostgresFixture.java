// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.outbox.OutboxStore;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.PurgeStore;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.Transactions;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.sql.SQLException;
import java.util.Map;

/** The ports over a real PostgreSQL and one persistence provider. */
public final class PostgresFixture implements AutoCloseable {

  private final CountingPool pool;
  private final EntityManagerFactory factory;
  private final LocalServer server;
  private final RecordStore store;
  private final LeaseStore leases;
  private final StepStore steps;
  private final OutboxStore outbox;
  private final OperatorStore operators;
  private final PurgeStore purge;
  private final Transactions transactions;

  private PostgresFixture(String unit, String sessionOptions) {
    pool = new CountingPool(TestDatabase.get().application(sessionOptions));
    factory =
        Persistence.createEntityManagerFactory(
            unit, Map.of("jakarta.persistence.nonJtaDataSource", pool));
    server = new LocalServer(factory);
    store = new JpaRecordStore(server::entityManager);
    leases = new JpaLeaseStore(server::entityManager);
    steps = new JpaStepStore(server::entityManager);
    outbox = new JpaOutboxStore(server::entityManager);
    operators = new JpaOperatorStore(server::entityManager);
    purge = new JpaPurgeStore(server::entityManager);
    transactions =
        new JtaTransactions(
            server, server, null, new ReadCommitted(new NativeSql(server::entityManager)));
  }

  /** One of the two units of {@code META-INF/persistence.xml}. */
  public static PostgresFixture of(String unit) {
    return new PostgresFixture(unit, "");
  }

  /** The same, every session with options as {@code psql} takes them. */
  static PostgresFixture of(String unit, String sessionOptions) {
    return new PostgresFixture(unit, sessionOptions);
  }

  /** The store under test. */
  public RecordStore store() {
    return store;
  }

  /** The steps beside it. */
  public StepStore steps() {
    return steps;
  }

  /** The outbox beside it. */
  public OutboxStore outbox() {
    return outbox;
  }

  /** What operators do. */
  public OperatorStore operators() {
    return operators;
  }

  /** What has outlived its retention. */
  public PurgeStore purge() {
    return purge;
  }

  /** The transactions that the store takes part in. */
  public LeaseStore leases() {
    return leases;
  }

  public Transactions transactions() {
    return transactions;
  }

  EntityManager entityManager() {
    return server.entityManager();
  }

  CountingPool pool() {
    return pool;
  }

  @Override
  public void close() throws SQLException {
    server.close();
    factory.close();
    pool.close();
  }
}
