// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.net.URI;

/** Keeps its short lease for as long as it is held. */
@Stateless
@Path("renewed-ejb")
public class RenewedEjbResource {

  @Inject private HeldWork work;

  @POST
  @Produces("text/plain")
  @Idempotent(operation = "renewed-ejb-resource.work", staleAfter = "PT2S")
  public Response work(String key) {
    String row = work.run(key);
    return Response.created(URI.create("/rows/" + row)).entity(row).build();
  }
}
