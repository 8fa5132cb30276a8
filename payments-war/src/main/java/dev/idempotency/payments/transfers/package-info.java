// SPDX-License-Identifier: Apache-2.0
/** Transfers: charged through the gateway, stored, and shown to their owner. Internal. */
@NullMarked
package dev.idempotency.payments.transfers;

import org.jspecify.annotations.NullMarked;
