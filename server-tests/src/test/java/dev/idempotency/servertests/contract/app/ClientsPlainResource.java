// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.inject.Inject;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** For clients only, by the constraint of web.xml; without a scope. */
@Path("clients/plain")
public class ClientsPlainResource {

  @Inject private Desk desk;

  @POST
  @Idempotent(operation = "clients-plain.create")
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
