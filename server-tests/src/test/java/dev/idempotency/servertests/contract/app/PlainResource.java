// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;

/** Guarded methods of a class without a scope. */
@Path("plain")
public class PlainResource {

  @Inject private Desk desk;

  @POST
  @Idempotent(operation = "plain.create")
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("{id}/refund")
  @Idempotent(operation = "plain.refund")
  public Response refund(
      @PathParam("id") String id,
      byte[] body,
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @PUT
  @Path("{id}")
  @Idempotent(operation = "plain.replace")
  public Response replace(
      @PathParam("id") String id,
      byte[] body,
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @DELETE
  @Path("{id}")
  @Idempotent(operation = "plain.delete")
  public Response delete(
      @PathParam("id") String id,
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
