// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The resource method that a request was dispatched to. The server may name it by an interface or a
 * superclass, the interceptor by a class that the container generated; both mean the method that
 * runs.
 *
 * @param type the resource class as the server names it
 * @param method the resource method as the server names it
 */
record ResourceMethod(Class<?> type, Method method) {

  /** Says whether an intercepted method is this resource method. */
  boolean runsAs(Class<?> beanClass, Method intercepted) {
    if (!method.getName().equals(intercepted.getName())) {
      return false;
    }
    Class<?> common = common(beanClass);
    return common != null
        && (leads(common, method, intercepted) || leads(common, intercepted, method));
  }

  /** The class that both sides know: the less derived one, or the bean's of an interface. */
  private @Nullable Class<?> common(Class<?> beanClass) {
    Class<?> named = written();
    if (named.isAssignableFrom(beanClass)) {
      return named.isInterface() ? beanClass : named;
    }
    return beanClass.isAssignableFrom(named) ? beanClass : null;
  }

  /** The class that a person wrote: a container's proxy and its bean are different subclasses. */
  private Class<?> written() {
    Class<?> c = type;
    while (isGenerated(c) && c.getSuperclass() != Object.class) {
      c = c.getSuperclass();
    }
    return c;
  }

  /** Whether a container made the class, and with it the interceptors. */
  boolean isOfContainer() {
    return isGenerated(type);
  }

  private static boolean isGenerated(Class<?> c) {
    return c.isSynthetic() || c.getName().contains("$$");
  }

  /**
   * Whether calling one method in a class runs the other: the same parameters, or a bridge to
   * narrower ones. Of several overloads that a bridge may lead to any will do: the request's own
   * call comes before every other one.
   */
  private static boolean leads(Class<?> type, Method called, Method run) {
    Class<?>[] wide = called.getParameterTypes();
    Class<?>[] narrow = run.getParameterTypes();
    return Arrays.equals(wide, narrow) || (accepts(wide, narrow) && isBridge(type, called));
  }

  private static boolean accepts(Class<?>[] wide, Class<?>[] narrow) {
    boolean accepts = wide.length == narrow.length;
    for (int i = 0; accepts && i < wide.length; i++) {
      accepts = wide[i].isAssignableFrom(narrow[i]);
    }
    return accepts;
  }

  /** Whether what implements a method in a class was made by the compiler. */
  private static boolean isBridge(Class<?> type, Method called) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method candidate : c.getDeclaredMethods()) {
        if (candidate.getName().equals(called.getName())
            && Arrays.equals(candidate.getParameterTypes(), called.getParameterTypes())) {
          return candidate.isBridge();
        }
      }
    }
    return false;
  }
}
