// SPDX-License-Identifier: Apache-2.0
/** Measures outboxes at the same work, side by side: {@code docs/reference/speed.md}. Internal. */
@NullMarked
package dev.idempotency.outboxbench;

import org.jspecify.annotations.NullMarked;
