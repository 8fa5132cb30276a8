// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Provider;

/** An application's response filter that fails where it is asked to. */
@Provider
public class FaultyFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    if (Want.FILTER_THROWS.name().equals(request.getHeaderString("Want"))) {
      throw new IllegalStateException("the filter throws");
    }
  }
}
