// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

@Provider
public class CheckedMapper implements ExceptionMapper<Failure.Checked> {

  @Override
  public Response toResponse(Failure.Checked failure) {
    return Answers.text(422, "mapped");
  }
}
