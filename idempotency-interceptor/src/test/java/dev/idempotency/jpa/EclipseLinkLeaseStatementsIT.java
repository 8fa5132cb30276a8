// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/** The statements under EclipseLink. */
class EclipseLinkLeaseStatementsIT extends LeaseStatements {

  EclipseLinkLeaseStatementsIT() {
    super("eclipselink");
  }
}
