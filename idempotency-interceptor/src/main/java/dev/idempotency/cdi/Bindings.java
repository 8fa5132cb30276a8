// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import jakarta.enterprise.inject.spi.BeanManager;
import java.lang.annotation.Annotation;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the annotation that counts for a method as CDI binds interceptors: that of the method, else
 * that of the class, each directly or brought along by a binding or a stereotype.
 */
final class Bindings {

  private final BeanManager beans;

  Bindings(BeanManager beans) {
    this.beans = beans;
  }

  <A extends Annotation> Optional<A> of(
      AnnotatedType<?> type, AnnotatedMethod<?> method, Class<A> binding) {
    return on(method, binding).or(() -> on(type, binding));
  }

  <A extends Annotation> Optional<A> on(Annotated place, Class<A> binding) {
    return search(place.getAnnotations(), binding, new HashSet<>());
  }

  private <A extends Annotation> Optional<A> search(
      Collection<Annotation> annotations, Class<A> binding, Set<Class<?>> visited) {
    for (Annotation annotation : annotations) {
      if (binding.isInstance(annotation)) {
        return Optional.of(binding.cast(annotation));
      }
    }
    return annotations.stream()
        .filter(annotation -> visited.add(annotation.annotationType()))
        .flatMap(annotation -> search(broughtAlong(annotation), binding, visited).stream())
        .findFirst();
  }

  private Set<Annotation> broughtAlong(Annotation annotation) {
    Class<? extends Annotation> type = annotation.annotationType();
    if (beans.isInterceptorBinding(type)) {
      return beans.getInterceptorBindingDefinition(type);
    }
    return beans.isStereotype(type) ? beans.getStereotypeDefinition(type) : Set.of();
  }
}
