// SPDX-License-Identifier: Apache-2.0
/** Canonical forms of requests and arguments, and their digests. Internal. */
@NullMarked
package dev.idempotency.fingerprint;

import org.jspecify.annotations.NullMarked;
