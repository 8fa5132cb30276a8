// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** Tells, where it is asked to, what a response filter of the application sees. */
@Provider
public class WatchingFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (request.getHeaderString("Watch") != null) {
      boolean replayed = response.getHeaders().containsKey("Idempotent-Replayed");
      String seen = response.getStatus() + (replayed ? " replayed" : " first");
      response.getHeaders().putSingle("Seen", seen);
    }
  }
}
