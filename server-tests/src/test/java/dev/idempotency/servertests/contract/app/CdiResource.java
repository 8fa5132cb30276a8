// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;

/** Guarded methods of a CDI bean. */
@RequestScoped
@Path("cdi")
public class CdiResource {

  @Inject private Desk desk;

  @POST
  @Idempotent(operation = "cdi.create")
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("{id}/refund")
  @Idempotent(operation = "cdi.refund")
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
  @Idempotent(operation = "cdi.replace")
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
  @Idempotent(operation = "cdi.delete")
  public Response delete(
      @PathParam("id") String id,
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
