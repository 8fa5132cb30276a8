// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** What an override shares with what it overrides. */
record MethodSignature(String name, List<Class<?>> parameters) {

  static MethodSignature of(Method method) {
    return new MethodSignature(method.getName(), List.of(method.getParameterTypes()));
  }

  /** Class, method and parameters as a person names them. */
  static String describe(Class<?> beanClass, Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", beanClass.getName() + "." + method.getName() + "(", ")"));
  }
}
