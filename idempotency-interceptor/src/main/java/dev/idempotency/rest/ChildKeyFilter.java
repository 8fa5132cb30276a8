// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.OutgoingKey;
import jakarta.annotation.Priority;
import jakarta.ws.rs.ConstrainedTo;
import jakarta.ws.rs.RuntimeType;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;

/**
 * Gives each unsafe request that a guarded method makes a key of its own, in the header {@code
 * Idempotency-Key}: the same in every attempt of the record's life, distinct from those of other
 * requests. Register it with a JAX-RS client: {@code client.register(ChildKeyFilter.class)}. The
 * clients of MicroProfile have it without that; see the setting {@code rest-client-keys}.
 *
 * <p>The key has 40 hexadecimal digits. It is derived from the life, the operation, the step, the
 * request's method and URI, and how many requests of the same method and URI the step made before
 * it in this attempt ({@code docs/reference/child-keys.md}).
 *
 * <p>Left as they are: a request that has the header, a safe one ({@code GET}, {@code HEAD}, {@code
 * OPTIONS}, {@code TRACE}), one outside a guarded call. Under {@link
 * dev.idempotency.Protocol#PHASES} a request outside a step gets no key, and is warned of. So is
 * one that a MicroProfile client sends on another thread than that of the guarded method.
 *
 * <p>Under {@link dev.idempotency.Protocol#SINGLE_TRANSACTION} a request that would get a key fails
 * with {@link IllegalStateException}, as the client wraps it, before it is sent.
 *
 * <p>Safe for concurrent use.
 */
@ConstrainedTo(RuntimeType.CLIENT)
@Priority(OutgoingHeader.CHILD_PRIORITY)
public final class ChildKeyFilter implements ClientRequestFilter, ClientResponseFilter {

  /** Creates the filter; JAX-RS does. */
  public ChildKeyFilter() {}

  @Override
  public void filter(ClientRequestContext request) {
    OutgoingHeader.set(OutgoingKey.CHILD, request);
  }

  @Override
  public void filter(ClientRequestContext request, ClientResponseContext response) {
    OutgoingHeader.answered(request, response);
  }
}
