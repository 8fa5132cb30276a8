// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.KeyMismatchException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

/** No {@code @Provider}: only one of the two applications has it. */
public class MismatchMapper implements ExceptionMapper<KeyMismatchException> {

  @Override
  public Response toResponse(KeyMismatchException refusal) {
    return Response.status(418).entity("worded by the application").type("text/plain").build();
  }
}
