// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a parameter of an {@link Idempotent} value call that is not compared between a call and its
 * retry, for example a time stamp or a trace id. It may be of any type. On a resource method the
 * mark is legal only on a parameter that a request isn't compared by either: a header, a cookie or
 * {@code @Context}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface ExcludedFromFingerprint {}
