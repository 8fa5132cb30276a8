// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the parameter of an {@link Idempotent} value call that carries the key. It must be a {@link
 * String}, {@link java.util.UUID}, {@code long} or {@link Long}; at most one parameter may carry
 * the mark, and it is not part of the fingerprint.
 *
 * <p>The key is 1 to 255 printable ASCII characters, compared case-exactly.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {}
