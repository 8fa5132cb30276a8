// SPDX-License-Identifier: Apache-2.0
/** A real PostgreSQL from Maven, durable, started and stopped at will. Public API. */
@NullMarked
package dev.idempotency.stand.postgres;

import org.jspecify.annotations.NullMarked;
