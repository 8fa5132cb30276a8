// SPDX-License-Identifier: Apache-2.0
/** The ledger: payments booked as double entries, and shown to their owner. Internal. */
@NullMarked
package dev.idempotency.payments.ledger;

import org.jspecify.annotations.NullMarked;
