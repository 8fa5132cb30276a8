// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
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

  /** The method and those of the same name and parameters that it overrides or implements. */
  static List<Method> declarations(Class<?> beanClass, Method method) {
    List<Method> found = new ArrayList<>(List.of(method));
    for (Class<?> type : of(beanClass)) {
      for (Method declared : type.getDeclaredMethods()) {
        if (!declared.isSynthetic()
            && !declared.equals(method)
            && MethodSignature.of(declared).equals(MethodSignature.of(method))) {
          found.add(declared);
        }
      }
    }
    return found;
  }
}
