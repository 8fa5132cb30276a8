// SPDX-License-Identifier: Apache-2.0
/** The suite that runs inside every supported server. Internal. */
@NullMarked
package dev.idempotency.servertests;

import org.jspecify.annotations.NullMarked;
