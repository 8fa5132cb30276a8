// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import dev.idempotency.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.net.URI;

@Stateless
@Path("ejb")
public class EjbResource {

  @Inject private Work work;

  @POST
  @Produces("text/plain")
  @Idempotent(operation = "ejb-resource.work", staleAfter = "PT20S")
  public Response work(@NotBlank String label, @HeaderParam("Behaviour") Behaviour behaviour)
      throws DeclinedException {
    String result = work.run(label, behaviour);
    return behaviour == Behaviour.RETURN_503
        ? Response.status(503).entity("try later").build()
        : Response.created(URI.create("/somewhere/" + label)).entity(result).build();
  }
}
