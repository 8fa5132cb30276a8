// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the methods that a bean binds to {@link Idempotent}, by CDI's rules.
 *
 * <p>An annotation on the class guards every method that the container can intercept; it passes
 * over private and static methods and those of {@link Object}. Methods that answer safe requests
 * are never guarded, wherever the annotation stands.
 */
final class Candidates {

  private static final Set<String> OBJECT_METHODS =
      Set.of("toString()", "hashCode()", "equals(Object)", "finalize()", "clone()");

  private final Bindings bindings;

  Candidates(Bindings bindings) {
    this.bindings = bindings;
  }

  List<Candidate> of(BeanClass bean) {
    return bean.methods().stream()
        .flatMap(method -> candidate(bean, method).stream())
        .filter(candidate -> !candidate.isSafe())
        .filter(candidate -> candidate.explicit() || canBeGuarded(candidate))
        .toList();
  }

  private Optional<Candidate> candidate(BeanClass bean, AnnotatedMethod<?> method) {
    Optional<Idempotent> own = bindings.on(method, Idempotent.class);
    return own.or(() -> bindings.on(bean.type(), Idempotent.class))
        .map(binding -> new Candidate(bean, method, binding, own.isPresent()));
  }

  private static boolean canBeGuarded(Candidate candidate) {
    Method method = candidate.javaMethod();
    boolean business =
        !candidate.bean().enterpriseBean() || Modifier.isPublic(method.getModifiers());
    return business && !BeanClass.cannotBeOverridden(method) && !isObjectMethod(method);
  }

  private static boolean isObjectMethod(Method method) {
    String parameters =
        method.getParameterCount() == 0 ? "" : method.getParameterTypes()[0].getSimpleName();
    return method.getParameterCount() <= 1
        && OBJECT_METHODS.contains(method.getName() + "(" + parameters + ")");
  }
}
