// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.net.URI;

@RequestScoped
@Path("held-cdi")
public class HeldCdiResource {

  @Inject private HeldWork work;

  @POST
  @Produces("text/plain")
  @Idempotent(operation = "held-cdi-resource.work", staleAfter = "PT1S", longestRun = "PT1S")
  public Response work(String key) {
    String row = work.run(key);
    return Response.created(URI.create("/rows/" + row)).entity(row).build();
  }
}
