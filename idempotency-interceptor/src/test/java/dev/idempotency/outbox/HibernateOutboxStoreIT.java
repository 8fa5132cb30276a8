// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

/** The contract on PostgreSQL under Hibernate. */
class HibernateOutboxStoreIT extends PostgresOutboxStore {

  HibernateOutboxStoreIT() {
    super("hibernate");
  }
}
