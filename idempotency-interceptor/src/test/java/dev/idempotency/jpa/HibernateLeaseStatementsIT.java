// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/** The statements under Hibernate. */
class HibernateLeaseStatementsIT extends LeaseStatements {

  HibernateLeaseStatementsIT() {
    super("hibernate");
  }
}
