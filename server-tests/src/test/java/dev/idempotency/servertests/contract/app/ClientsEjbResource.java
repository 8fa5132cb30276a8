// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** For clients only, by the EJB's own role. */
@Stateless
@RolesAllowed(Users.CLIENT)
@Path("clients-ejb")
public class ClientsEjbResource {

  @Inject private Desk desk;

  @POST
  @Idempotent(operation = "clients-ejb.create")
  public Response create(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
