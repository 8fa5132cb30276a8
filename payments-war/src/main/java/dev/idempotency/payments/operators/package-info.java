// SPDX-License-Identifier: Apache-2.0
/** What operators see of the records of guarded calls, and what they do to them. Internal. */
@NullMarked
package dev.idempotency.payments.operators;

import org.jspecify.annotations.NullMarked;
