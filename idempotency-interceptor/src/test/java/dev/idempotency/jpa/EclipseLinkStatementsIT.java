// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/** The statements under EclipseLink. */
class EclipseLinkStatementsIT extends PostgresStatements {

  EclipseLinkStatementsIT() {
    super("eclipselink");
  }
}
