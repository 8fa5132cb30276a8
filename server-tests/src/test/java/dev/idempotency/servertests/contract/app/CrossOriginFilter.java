// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.ext.Provider;

/** An application's own answer to browsers of other origins. */
@Provider
public class CrossOriginFilter implements ContainerResponseFilter {

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response) {
    String origin = request.getHeaderString("Origin");
    if (origin == null) {
      return;
    }
    MultivaluedMap<String, Object> headers = response.getHeaders();
    headers.putSingle("Access-Control-Allow-Origin", origin);
    headers.putSingle("Access-Control-Allow-Headers", "Content-Type, Idempotency-Key");
    headers.putSingle(
        "Access-Control-Expose-Headers",
        "Idempotent-Replayed, Idempotency-Key-Expires, Location, Retry-After");
  }
}
