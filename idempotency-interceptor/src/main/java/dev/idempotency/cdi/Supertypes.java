// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A class with all that it extends and implements, nearest first. */
final class Supertypes {

  private Supertypes() {}

  static Collection<Class<?>> of(Class<?> type) {
    Set<Class<?>> found = new LinkedHashSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
    while (!open.isEmpty()) {
      Class<?> next = open.remove();
      if (next != Object.class && found.add(next)) {
        if (next.getSuperclass() != null) {
          open.add(next.getSuperclass());
        }
        open.addAll(Arrays.asList(next.getInterfaces()));
      }
    }
    return found;
  }

  /**
   * The method and those that it overrides or implements, also where a generic supertype declares
   * their parameters by type variables.
   */
  static List<Method> declarations(Class<?> beanClass, Method method) {
    List<Method> found = new ArrayList<>(List.of(method));
    Set<MethodSignature> signatures = signatures(beanClass, method);
    for (Class<?> type : of(beanClass)) {
      for (Method declared : type.getDeclaredMethods()) {
        if (!declared.isSynthetic()
            && !declared.equals(method)
            && signatures.contains(MethodSignature.of(declared))) {
          found.add(declared);
        }
      }
    }
    return found;
  }

  /** The method's own signature and those of the bridges that lead to it. */
  private static Set<MethodSignature> signatures(Class<?> beanClass, Method method) {
    MethodSignature own = MethodSignature.of(method);
    Set<MethodSignature> signatures = new HashSet<>(Set.of(own));
    Bridges.of(beanClass)
        .forEach(
            (bridge, target) -> {
              if (target.equals(own)) {
                signatures.add(bridge);
              }
            });
    return signatures;
  }
}
