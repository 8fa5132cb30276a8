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
 * <p>A key is 1 to 255 characters from space to tilde (U+0020 to U+007E), without a space at either
 * end, compared case-exactly: the same keys that a request header can carry, given as they are,
 * without quotes or escapes. Null is no key. Anything else is refused with {@link
 * InvalidKeyException}, also where the key is optional.
 *
 * <p>On a resource method the mark is legal only on the {@code @HeaderParam} of the key's header.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface IdempotencyKey {}
