// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Set;
import java.util.stream.Collectors;

/** At most one bean may say whose key a call carries. */
final class ScopeRule {

  private final Problems problems;

  ScopeRule(Problems problems) {
    this.problems = problems;
  }

  void check(BeanManager beans) {
    Set<Bean<?>> resolvers = beans.getBeans(ScopeResolver.class);
    try {
      beans.resolve(resolvers);
    } catch (AmbiguousResolutionException e) {
      problems.add(
          ScopeResolver.class.getName(),
          "more than one bean replaces it: %s; keep one"
              .formatted(
                  resolvers.stream()
                      .map(bean -> bean.getBeanClass().getName())
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
  }
}
