// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.OperationCatalogue;
import dev.idempotency.protocol.Transactions;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.ext.Providers;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Puts the filters on every resource method: one that is not guarded may call something that is.
 * Loaded as a service by the server.
 */
@ConstrainedTo(RuntimeType.SERVER)
public final class IdempotencyDynamicFeature implements DynamicFeature {

  /** After the application's own filters: what they refuse isn't read, what they change counts. */
  private static final int CAPTURE_PRIORITY = Priorities.USER + 1000;

  /** Response filters run from the highest number down. */
  private static final int ANSWER_PRIORITY = Integer.MAX_VALUE;

  @Context private @Nullable Providers providers;

  /** Creates the feature. */
  public IdempotencyDynamicFeature() {}

  @Override
  public void configure(ResourceInfo info, FeatureContext context) {
    ResourceMethod resource = new ResourceMethod(info.getResourceClass(), info.getResourceMethod());
    Providers found = Objects.requireNonNull(providers, "The server injects Providers");
    JaxRsRequest current = Beans.get(JaxRsRequest.class);
    GuardedOperation operation =
        Beans.get(OperationCatalogue.class).find(resource.type(), resource.method()).orElse(null);
    ContainerRequestFilter capture =
        operation == null
            ? new PassingFilter(current)
            : new RequestFilter(
                resource,
                operation,
                new ServerDialect(context.getConfiguration()),
                current,
                Beans.get(Transactions.class),
                found);
    context.register(capture, CAPTURE_PRIORITY);
    context.register(new AnswerFilter(found), ANSWER_PRIORITY);
  }
}
