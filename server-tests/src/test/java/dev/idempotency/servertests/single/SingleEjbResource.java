// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.single;

import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.DeclinedException;
import dev.idempotency.servertests.app.Work;
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
@Path("single-ejb")
public class SingleEjbResource {

  @Inject private Work work;

  @POST
  @Produces("text/plain")
  @Idempotent(operation = "single-ejb-resource.work", protocol = Protocol.SINGLE_TRANSACTION)
  public Response work(@NotBlank String label, @HeaderParam("Behaviour") Behaviour behaviour)
      throws DeclinedException {
    String result = work.run(label, behaviour);
    return behaviour == Behaviour.RETURN_503
        ? Response.status(503).entity("try later").build()
        : Response.created(URI.create("/somewhere/" + label)).entity(result).build();
  }
}
