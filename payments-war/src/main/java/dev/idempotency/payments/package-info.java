// SPDX-License-Identifier: Apache-2.0
/** The sample application: payments that happen once. Internal. */
@NullMarked
package dev.idempotency.payments;

import org.jspecify.annotations.NullMarked;
