// SPDX-License-Identifier: Apache-2.0
/**
 * What an application needs to make its operations happen once. Public API.
 *
 * <p>Annotate a method with {@link dev.idempotency.Idempotent}, mark the key of a value call with
 * {@link dev.idempotency.IdempotencyKey}, and inject {@link dev.idempotency.IdempotentCall} where a
 * child key is needed.
 */
@NullMarked
package dev.idempotency;

import org.jspecify.annotations.NullMarked;
