// SPDX-License-Identifier: Apache-2.0
/**
 * The records in PostgreSQL and the transactions of the server: entities, SQL and JTA. Internal,
 * but for what {@code META-INF/idempotency-orm.xml} names.
 *
 * <p>The tables are described in {@code docs/reference/schema.md}; the scripts are {@code
 * db/idempotency/V*.sql} on the class path.
 */
@NullMarked
package dev.idempotency.jpa;

import org.jspecify.annotations.NullMarked;
