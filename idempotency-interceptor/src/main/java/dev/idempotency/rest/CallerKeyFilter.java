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
 * Passes the key that a guarded method was called with on, unchanged, in the header {@code
 * Idempotency-Key} of each unsafe request that it makes. For a service that is to know the caller's
 * own key, and that is called once for it; everywhere else take {@link ChildKeyFilter}. Register it
 * with the one client that it is for: {@code client.register(CallerKeyFilter.class)}, or
 * {@code @RegisterProvider}, or MicroProfile's property {@code <client>/mp-rest/providers}. It goes
 * before a {@link ChildKeyFilter} of the same client.
 *
 * <p>A key with a character that may not stand bare goes out as a string of RFC 9651 ({@code "order
 * 7"}), all others bare, whichever form the caller sent. What is left as it is, and what is warned
 * of, is the same as with {@link ChildKeyFilter}.
 *
 * <p>Safe for concurrent use.
 */
@ConstrainedTo(RuntimeType.CLIENT)
@Priority(OutgoingHeader.CALLER_PRIORITY)
public final class CallerKeyFilter implements ClientRequestFilter, ClientResponseFilter {

  /** Creates the filter; JAX-RS does. */
  public CallerKeyFilter() {}

  @Override
  public void filter(ClientRequestContext request) {
    OutgoingHeader.set(OutgoingKey.CALLER, request);
  }

  @Override
  public void filter(ClientRequestContext request, ClientResponseContext response) {
    OutgoingHeader.answered(request, response);
  }
}
