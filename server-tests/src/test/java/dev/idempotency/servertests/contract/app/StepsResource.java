// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.Protocol;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** Takes the one step that the request names, and then fails or not. */
@RequestScoped
@Path("steps")
public class StepsResource {

  @Inject private Desk desk;
  @Inject private IdempotentCall call;

  @POST
  @Idempotent(operation = "steps.take", protocol = Protocol.PHASES)
  public Response take(
      byte[] body,
      @HeaderParam("Label") String label,
      @HeaderParam("Step") String step,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    call.phase(step, () -> desk.serve(label, Want.CREATED_201).close());
    if (want == Want.THROW_UNMAPPED) {
      throw new IllegalStateException("behind the step");
    }
    return Response.status(201).type("text/plain").entity("done").build();
  }
}
