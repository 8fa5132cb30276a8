// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Asks the application's resolver whose key a call carries, or else takes the caller's name. */
@ApplicationScoped
class CallerScope {

  private static final int LONGEST = 255;

  @Inject Instance<ScopeResolver> replacement;
  @Inject CallerPrincipal principal;

  String current() {
    ScopeResolver resolver = replacement.isUnsatisfied() ? principal::name : replacement.get();
    String scope = resolver.currentScope();
    if (scope.length() > LONGEST) {
      throw new IllegalStateException(
          "The scope of the call has %d characters; %s must return at most %d"
              .formatted(scope.length(), resolver.getClass().getName(), LONGEST));
    }
    return scope;
  }
}
