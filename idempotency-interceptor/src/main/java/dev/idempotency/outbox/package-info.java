// SPDX-License-Identifier: Apache-2.0
/**
 * The outbox: sending, and the relay that delivers. Internal. Plain Java; knows no container and no
 * SQL. Start at {@link dev.idempotency.outbox.Relay}.
 */
@NullMarked
package dev.idempotency.outbox;

import org.jspecify.annotations.NullMarked;
