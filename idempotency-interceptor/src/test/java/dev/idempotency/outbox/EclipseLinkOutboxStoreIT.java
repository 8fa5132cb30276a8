// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

/** The contract on PostgreSQL under EclipseLink. */
class EclipseLinkOutboxStoreIT extends PostgresOutboxStore {

  EclipseLinkOutboxStoreIT() {
    super("eclipselink");
  }
}
