// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import java.lang.reflect.Method;

/**
 * A method that its bean binds to {@link Idempotent}.
 *
 * @param bean the bean's class
 * @param method the method
 * @param binding the annotation that counts
 * @param explicit whether the method is bound itself, rather than its class
 */
record Candidate(BeanClass bean, AnnotatedMethod<?> method, Idempotent binding, boolean explicit) {

  Method javaMethod() {
    return method.getJavaMember();
  }

  Class<?> javaClass() {
    return bean.javaClass();
  }

  /** Class, method and parameters, for messages. */
  String where() {
    return MethodSignature.describe(javaClass(), javaMethod());
  }

  /** Whether it answers requests that ask for nothing to happen. */
  boolean isSafe() {
    return WebRules.isSafe(javaClass(), javaMethod());
  }

  /** Whether its bean's calls may be requests, whose own content is compared and answered. */
  boolean isResourceMethod() {
    return WebRules.isResourceMethod(javaClass(), javaMethod());
  }
}
