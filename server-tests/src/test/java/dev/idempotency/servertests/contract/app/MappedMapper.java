// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

@Provider
public class MappedMapper implements ExceptionMapper<Failure.Mapped> {

  @Override
  public Response toResponse(Failure.Mapped failure) {
    return failure.toResponse();
  }
}
