// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;

/**
 * Registers what every JAX-RS application with this jar gets; loaded as a service by the server.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class IdempotencyFeature implements Feature {

  /** Creates the feature. */
  public IdempotencyFeature() {}

  @Override
  public boolean configure(FeatureContext context) {
    if (new ServerDialect(context.getConfiguration()).isJersey()) {
      context.register(new ProblemMapper(), ProblemMapper.LOWEST_PRIORITY);
      CommitFailureMapper.all()
          .forEach(mapper -> context.register(mapper, ProblemMapper.LOWEST_PRIORITY));
    } else {
      context.register(new ProblemMapper.OfRestEasy());
      UnclearEndMapper.all().forEach(context::register);
    }
    return true;
  }
}
