// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ejb.EJBAccessException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/** RESTEasy answers 500 for what an EJB's container refuses, unless the application maps it. */
@Provider
public class AccessMapper implements ExceptionMapper<EJBAccessException> {

  @Override
  public Response toResponse(EJBAccessException refusal) {
    return Response.status(403).build();
  }
}
