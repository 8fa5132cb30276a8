// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Guarded as a class: what answers safe requests is not. */
@RequestScoped
@Transactional
@Path("safe")
@Idempotent
public class SafeResource {

  @Inject private Desk desk;

  @GET
  @Produces("text/plain")
  public String read(@HeaderParam("Label") String label) {
    desk.work(label);
    return UUID.randomUUID().toString();
  }

  @POST
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
