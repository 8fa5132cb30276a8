// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.spi.ResultFilter;
import dev.idempotency.spi.ScopeResolver;
import jakarta.enterprise.inject.AmbiguousResolutionException;
import jakarta.enterprise.inject.spi.Bean;
import jakarta.enterprise.inject.spi.BeanManager;
import java.util.Set;
import java.util.stream.Collectors;

/** At most one bean of the application may take each part that it can replace. */
final class ReplacementRule {

  private final Problems problems;

  ReplacementRule(Problems problems) {
    this.problems = problems;
  }

  void check(BeanManager beans) {
    check(beans, ScopeResolver.class);
    check(beans, ResultFilter.class);
  }

  private void check(BeanManager beans, Class<?> part) {
    Set<Bean<?>> found = beans.getBeans(part);
    try {
      beans.resolve(found);
    } catch (AmbiguousResolutionException e) {
      problems.add(
          part.getName(),
          "more than one bean is one: %s; keep one"
              .formatted(
                  found.stream()
                      .map(bean -> bean.getBeanClass().getName())
                      .sorted()
                      .collect(Collectors.joining(", "))));
    }
  }
}
