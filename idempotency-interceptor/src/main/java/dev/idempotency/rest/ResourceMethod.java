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
    if (!method.getName().equals(intercepted.getName())
        || method.getParameterCount() != intercepted.getParameterCount()) {
      return false;
    }
    Class<?> common = common(beanClass);
    if (common == null || method.equals(intercepted)) {
      return common != null;
    }
    return Arrays.equals(parametersIn(common, method), parametersIn(common, intercepted));
  }

  /** The class that both sides know: the less derived one, or the bean's of an interface. */
  private @Nullable Class<?> common(Class<?> beanClass) {
    if (type.isAssignableFrom(beanClass)) {
      return type.isInterface() ? beanClass : type;
    }
    return beanClass.isAssignableFrom(type) ? beanClass : null;
  }

  /** The parameter types of the method that runs in a class when the given one is called. */
  private static Class<?>[] parametersIn(Class<?> type, Method called) {
    Class<?>[] wanted = called.getParameterTypes();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method candidate : c.getDeclaredMethods()) {
        if (candidate.getName().equals(called.getName())
            && Arrays.equals(candidate.getParameterTypes(), wanted)) {
          return candidate.isBridge() ? bridgedParameters(c, candidate) : wanted;
        }
      }
    }
    return wanted;
  }

  /** A bridge leads to the method of its class with the same name and narrower types. */
  private static Class<?>[] bridgedParameters(Class<?> type, Method bridge) {
    for (Method candidate : type.getDeclaredMethods()) {
      if (!candidate.isBridge()
          && candidate.getName().equals(bridge.getName())
          && candidate.getParameterCount() == bridge.getParameterCount()
          && accepts(bridge, candidate)) {
        return candidate.getParameterTypes();
      }
    }
    return bridge.getParameterTypes();
  }

  private static boolean accepts(Method wide, Method narrow) {
    for (int i = 0; i < wide.getParameterCount(); i++) {
      if (!wide.getParameterTypes()[i].isAssignableFrom(narrow.getParameterTypes()[i])) {
        return false;
      }
    }
    return wide.getReturnType().isAssignableFrom(narrow.getReturnType());
  }
}
