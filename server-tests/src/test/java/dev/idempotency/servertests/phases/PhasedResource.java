// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

import dev.idempotency.ExternalOptions;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Response;
import java.net.URI;

@Stateless
@Path("phased")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PhasedResource {

  @Inject private PhasedWork work;

  @POST
  @Produces("text/plain")
  @Idempotent(operation = "phased-resource.work", protocol = Protocol.PHASES)
  public Response work(String label) {
    String done = work.run(label, ExternalOptions.defaults().notRepeatable());
    return Response.created(URI.create("/somewhere/" + label)).entity(done).build();
  }
}
