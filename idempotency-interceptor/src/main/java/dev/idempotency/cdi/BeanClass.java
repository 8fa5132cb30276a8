// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
