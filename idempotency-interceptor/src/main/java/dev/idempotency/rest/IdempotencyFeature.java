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

  private static final int LOWEST_PRIORITY = Integer.MAX_VALUE;

  /** Creates the feature. */
  public IdempotencyFeature() {}

  @Override
  public boolean configure(FeatureContext context) {
    context.register(new ProblemMapper(), LOWEST_PRIORITY);
    if (new ServerDialect(context.getConfiguration()).leavesUnmappedToContainer()) {
      CommitFailureMapper.all().forEach(mapper -> context.register(mapper, LOWEST_PRIORITY));
    }
    return true;
  }
}
