// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/**
 * Gives the refusals of JAX-RS itself (no such path, method or media type) a body; a response that
 * has one, or that is no refusal, goes out as it is.
 */
@Provider
public class WebApplicationExceptionMapper implements ExceptionMapper<WebApplicationException> {

  @Override
  public Response toResponse(WebApplicationException exception) {
    Response response = exception.getResponse();
    boolean refusal = response.getStatus() >= Response.Status.BAD_REQUEST.getStatusCode();
    if (!refusal || response.hasEntity()) {
      return response;
    }
    return Response.fromResponse(response)
        .type(Problem.MEDIA_TYPE)
        .entity(Problem.of(response.getStatusInfo()).toJson())
        .build();
  }
}
