// SPDX-License-Identifier: Apache-2.0
/** Who may call: basic authentication and the demonstration users. Internal. */
@NullMarked
package dev.idempotency.payments.security;

import org.jspecify.annotations.NullMarked;
