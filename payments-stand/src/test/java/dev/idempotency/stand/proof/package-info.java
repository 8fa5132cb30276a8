// SPDX-License-Identifier: Apache-2.0
/**
 * Proofs from outside: the sample as it is shipped, on real nodes and a real database. Internal.
 */
@NullMarked
package dev.idempotency.stand.proof;

import org.jspecify.annotations.NullMarked;
