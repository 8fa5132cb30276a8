// SPDX-License-Identifier: Apache-2.0
/** A real Redis from Maven, started and stopped at will. Public API. */
@NullMarked
package dev.idempotency.stand.redis;

import org.jspecify.annotations.NullMarked;
