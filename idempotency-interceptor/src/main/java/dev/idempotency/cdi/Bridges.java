// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The bridges that the compiler put in front of methods whose parameter types a generic supertype
 * declares otherwise: calls through that supertype arrive at them.
 */
final class Bridges {

  private Bridges() {}

  /** The signatures of a class's bridges, each with that of the method behind it. */
  static Map<MethodSignature, MethodSignature> of(Class<?> type) {
    Map<MethodSignature, MethodSignature> bridges = new HashMap<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method bridge : c.getDeclaredMethods()) {
        if (bridge.isBridge()) {
          bridged(c, bridge)
              .ifPresent(target -> bridges.putIfAbsent(MethodSignature.of(bridge), target));
        }
      }
    }
    return bridges;
  }

  private static Optional<MethodSignature> bridged(Class<?> declaring, Method bridge) {
    return Arrays.stream(declaring.getDeclaredMethods())
        .filter(method -> !method.isBridge() && method.getName().equals(bridge.getName()))
        .filter(method -> accepts(bridge.getParameterTypes(), method.getParameterTypes()))
        .filter(method -> bridge.getReturnType().isAssignableFrom(method.getReturnType()))
        .map(MethodSignature::of)
        .findFirst();
  }

  private static boolean accepts(Class<?>[] wide, Class<?>[] narrow) {
    if (wide.length != narrow.length) {
      return false;
    }
    for (int i = 0; i < wide.length; i++) {
      if (!wide[i].isAssignableFrom(narrow[i])) {
        return false;
      }
    }
    return true;
  }
}
