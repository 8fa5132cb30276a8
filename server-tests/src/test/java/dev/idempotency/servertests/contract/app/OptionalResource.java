// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Guarded only where the request carries a key; its transaction is its own. */
@RequestScoped
@Transactional
@Path("optional")
public class OptionalResource {

  @Inject private Desk desk;

  @POST
  @Idempotent(operation = "optional.create", key = KeyRequirement.OPTIONAL)
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  /** Reads without keeping; answers how many bytes there were. */
  @POST
  @Path("drain")
  @Idempotent(operation = "optional.drain", key = KeyRequirement.OPTIONAL)
  public Response drain(InputStream body, @HeaderParam("Label") String label) throws IOException {
    desk.work(label);
    long length = body.transferTo(OutputStream.nullOutputStream());
    return Response.ok(Long.toString(length)).type("text/plain").build();
  }
}
