// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.OperationCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The guarded methods of the deployment. A method is worked out once and then looked up. */
@ApplicationScoped
class Catalogue implements OperationCatalogue {

  private record Target(Class<?> beanClass, Method method) {}

  @Inject BeanManager beans;

  private final ConcurrentMap<Target, Optional<GuardedMethod>> found = new ConcurrentHashMap<>();

  @Override
  public Optional<GuardedOperation> find(Class<?> beanClass, Method method) {
    return guarded(beanClass, method).map(GuardedMethod::operation);
  }

  Optional<GuardedMethod> guarded(Class<?> beanClass, Method method) {
    Target target = new Target(beanClass, method);
    Optional<GuardedMethod> known = found.get(target);
    return known != null
        ? known
        : found.computeIfAbsent(
            target,
            missing ->
                beans
                    .getExtension(IdempotencyExtension.class)
                    .deployment()
                    .find(missing.beanClass(), missing.method()));
  }
}
