// SPDX-License-Identifier: Apache-2.0
/** Calls the payment gateway, which charges a key once. Internal. */
@NullMarked
package dev.idempotency.payments.gateway;

import org.jspecify.annotations.NullMarked;
