// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

@Provider
public class BenignMapper implements ExceptionMapper<Failure.Benign> {

  @Override
  public Response toResponse(Failure.Benign failure) {
    return Answers.text(200, "mapped");
  }
}
