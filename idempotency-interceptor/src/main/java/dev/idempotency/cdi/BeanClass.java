// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A class whose methods the container intercepts.
 *
 * @param type the class as CDI sees it
 * @param enterpriseBean whether it is an enterprise bean rather than a managed bean
 */
record BeanClass(AnnotatedType<?> type, boolean enterpriseBean) {

  static BeanClass of(AnnotatedType<?> type) {
    return new BeanClass(type, EjbRules.isEnterpriseBean(type.getJavaClass()));
  }

  Class<?> javaClass() {
    return type.getJavaClass();
  }

  /** The methods that a call can reach: of an overridden one only the override; no bridges. */
  Collection<AnnotatedMethod<?>> methods() {
    Map<Object, AnnotatedMethod<?>> effective = new LinkedHashMap<>();
    for (AnnotatedMethod<?> method : type.getMethods()) {
      Method java = method.getJavaMember();
      if (!java.isSynthetic() && java.getDeclaringClass() != Object.class) {
        effective.merge(identity(java), method, BeanClass::override);
      }
    }
    return effective.values();
  }

  /** The methods that are not among the guarded ones. */
  List<AnnotatedMethod<?>> methodsBeside(List<Candidate> guarded) {
    return methods().stream()
        .filter(method -> guarded.stream().noneMatch(c -> c.method().equals(method)))
        .toList();
  }

  /** Private and static methods override nothing, so each stands for itself. */
  private static Object identity(Method method) {
    return cannotBeOverridden(method) ? method : MethodSignature.of(method);
  }

  static boolean cannotBeOverridden(Method method) {
    return Modifier.isPrivate(method.getModifiers()) || Modifier.isStatic(method.getModifiers());
  }

  private static AnnotatedMethod<?> override(AnnotatedMethod<?> one, AnnotatedMethod<?> other) {
    Class<?> declares = one.getJavaMember().getDeclaringClass();
    return declares.isAssignableFrom(other.getJavaMember().getDeclaringClass()) ? other : one;
  }

  /**
   * The bridges that the compiler put in front of methods whose parameter types a generic supertype
   * declares otherwise: calls through that supertype arrive at them.
   */
  Map<MethodSignature, MethodSignature> bridges() {
    Map<MethodSignature, MethodSignature> bridges = new HashMap<>();
    for (Class<?> c = javaClass(); c != null && c != Object.class; c = c.getSuperclass()) {
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
