// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;

/** Lets guarded beans that an unguarded resource method calls take their key from the request. */
final class PassingFilter implements ContainerRequestFilter {

  private final JaxRsRequest current;

  PassingFilter(JaxRsRequest current) {
    this.current = current;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    current.begin(ServedRequest.begin(request, null));
  }
}
