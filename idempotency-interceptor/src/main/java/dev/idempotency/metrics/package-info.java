// SPDX-License-Identifier: Apache-2.0
/** Calls as MicroProfile Metrics counts them, where the server has those. Internal. */
@NullMarked
package dev.idempotency.metrics;

import org.jspecify.annotations.NullMarked;
