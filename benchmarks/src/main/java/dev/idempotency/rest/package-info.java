// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of what every guarded request pays before its method runs. Internal; in the package of
 * the request filter, which nobody outside sees.
 */
@NullMarked
package dev.idempotency.rest;

import org.jspecify.annotations.NullMarked;
