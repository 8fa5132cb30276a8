// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.jpa.PostgresFixture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The contract on PostgreSQL under Hibernate. */
class HibernateRecordStoreIT extends RecordStoreContract {

  private static PostgresFixture postgres;

  @BeforeAll
  static void open() {
    postgres = PostgresFixture.of("hibernate");
  }

  @AfterAll
  static void close() throws Exception {
    postgres.close();
  }

  @Override
  RecordStore store() {
    return postgres.store();
  }

  @Override
  PurgeStore purge() {
    return postgres.purge();
  }

  @Override
  StepStore steps() {
    return postgres.steps();
  }

  @Override
  OperatorStore operators() {
    return postgres.operators();
  }

  @Override
  LeaseStore leases() {
    return postgres.leases();
  }

  @Override
  Transactions transactions() {
    return postgres.transactions();
  }
}
