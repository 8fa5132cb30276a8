// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

@Provider
public class ThrowingMapper implements ExceptionMapper<Failure.OfMapper> {

  @Override
  public Response toResponse(Failure.OfMapper failure) {
    throw new IllegalStateException("the mapper throws");
  }
}
