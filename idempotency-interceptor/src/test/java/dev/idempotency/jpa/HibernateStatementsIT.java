// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/** The statements under Hibernate. */
class HibernateStatementsIT extends PostgresStatements {

  HibernateStatementsIT() {
    super("hibernate");
  }
}
