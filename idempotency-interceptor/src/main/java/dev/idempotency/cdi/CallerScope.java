// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.spi.ScopeResolver;
import jakarta.annotation.PostConstruct;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import org.jspecify.annotations.Nullable;

/** Asks the application's resolver whose key a call carries, or else takes the caller's name. */
@ApplicationScoped
class CallerScope {

  /** Of what a resolver returns; a principal's name may have any length. */
  private static final int LONGEST = 255;

  @Inject Instance<ScopeResolver> replacement;
  @Inject CallerPrincipal principal;

  private Instance.@Nullable Handle<ScopeResolver> resolver;

  /** Once, because every instance of a dependent resolver that is got would be kept. */
  @PostConstruct
  void findResolver() {
    resolver = replacement.isUnsatisfied() ? null : replacement.getHandle();
  }

  String current() {
    return resolver == null ? principal.name() : resolved(resolver);
  }

  private static String resolved(Instance.Handle<ScopeResolver> resolver) {
    String scope = resolver.get().currentScope();
    if (scope == null) {
      throw unusable(resolver, "returned null; return the empty string where there is no scope");
    }
    if (scope.length() > LONGEST) {
      throw unusable(
          resolver,
          "returned a scope of %d characters; return at most %d"
              .formatted(scope.length(), LONGEST));
    }
    return scope;
  }

  /** Names the bean's class: that of the object may be a proxy or a lambda. */
  private static IllegalStateException unusable(
      Instance.Handle<ScopeResolver> resolver, String fact) {
    return new IllegalStateException(
        "The ScopeResolver of %s %s".formatted(resolver.getBean().getBeanClass().getName(), fact));
  }
}
