// SPDX-License-Identifier: Apache-2.0
/** The payment that clients send: reading, bounds, and writing it back. Internal. */
@NullMarked
package dev.idempotency.payments.payload;

import org.jspecify.annotations.NullMarked;
