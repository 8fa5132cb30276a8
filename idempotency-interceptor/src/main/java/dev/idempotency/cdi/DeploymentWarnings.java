// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.inject.spi.Annotated;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.enterprise.inject.spi.AnnotatedType;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is legal but probably not meant. Told once, at start, one line per kind. */
final class DeploymentWarnings {

  private static final String RETRY = "org.eclipse.microprofile.faulttolerance.Retry";

  private final Bindings bindings;
  private final Collection<AnnotatedType<?>> annotated;
  private final Set<Class<?>> beanClasses = new HashSet<>();
  private final List<String> unguardedResources = new ArrayList<>();
  private final List<String> unguardedRetries = new ArrayList<>();
  private final List<String> safeMethods = new ArrayList<>();
  private final List<String> withoutKey = new ArrayList<>();
  private boolean hasResources;

  DeploymentWarnings(Bindings bindings, Collection<AnnotatedType<?>> annotated) {
    this.bindings = bindings;
    this.annotated = annotated;
  }

  void see(BeanClass bean, List<Candidate> guarded) {
    hasResources |= WebRules.isResourceClass(bean.javaClass());
    for (Class<?> c = bean.javaClass(); c != null; c = c.getSuperclass()) {
      beanClasses.add(c);
    }
    guarded.forEach(this::seeGuarded);
    bean.methodsBeside(guarded).forEach(method -> seeUnguarded(bean, method));
  }

  private void seeGuarded(Candidate candidate) {
    boolean hasKey =
        candidate.method().getParameters().stream()
            .anyMatch(p -> p.isAnnotationPresent(IdempotencyKey.class));
    if (!hasKey && !candidate.isResourceMethod()) {
      withoutKey.add(candidate.where());
    }
  }

  private void seeUnguarded(BeanClass bean, AnnotatedMethod<?> method) {
    String where = MethodSignature.describe(bean.javaClass(), method.getJavaMember());
    if (WebRules.isResourceClass(bean.javaClass())
        && WebRules.isUnsafe(bean.javaClass(), method.getJavaMember())) {
      unguardedResources.add(where);
    }
    if (WebRules.isSafe(bean.javaClass(), method.getJavaMember()) && isMarked(bean, method)) {
      safeMethods.add(where);
    }
    if (isRetried(method)
        || (isRetried(bean.type()) && !BeanClass.cannotBeOverridden(method.getJavaMember()))) {
      unguardedRetries.add(where);
    }
  }

  /** Whether the annotation stands at the method itself, or at one that it overrides. */
  private boolean isMarked(BeanClass bean, AnnotatedMethod<?> method) {
    return bindings.on(method, Idempotent.class).isPresent()
        || Supertypes.declarations(bean.javaClass(), method.getJavaMember()).stream()
            .anyMatch(declared -> declared.isAnnotationPresent(Idempotent.class));
  }

  private static boolean isRetried(Annotated place) {
    return place.getAnnotations().stream()
        .anyMatch(mark -> mark.annotationType().getName().equals(RETRY));
  }

  void tell() {
    warn(unguardedResources, "Unsafe resource methods without @Idempotent, which a retry repeats");
    warn(unguardedRetries, "@Retry methods without @Idempotent, whose effects a retry repeats");
    warn(safeMethods, "@Idempotent has no effect on methods that answer safe requests");
    warn(unreachable(), "Classes with @Idempotent that are neither CDI beans nor enterprise beans");
    if (!hasResources) {
      warn(withoutKey, "Guarded methods without @IdempotencyKey, though no resource brings a key");
    }
  }

  private List<String> unreachable() {
    return annotated.stream()
        .map(AnnotatedType::getJavaClass)
        .filter(type -> !Modifier.isAbstract(type.getModifiers()))
        .filter(type -> !beanClasses.contains(type) && !EjbRules.isEnterpriseBean(type))
        .map(DeploymentWarnings::withRemedy)
        .toList();
  }

  private static String withRemedy(Class<?> type) {
    return WebRules.isResourceClass(type)
        ? type.getName() + " (a resource class: give it a scope, such as @RequestScoped)"
        : type.getName();
  }

  private static void warn(List<String> places, String what) {
    if (!places.isEmpty()) {
      Log.warn(what + ": " + String.join(", ", places));
    }
  }
}
