// SPDX-License-Identifier: Apache-2.0
/** The payment gateway simulator and mail sink, a process of its own, and its client. Public API. */
@NullMarked
package dev.idempotency.stand.gateway;

import org.jspecify.annotations.NullMarked;
