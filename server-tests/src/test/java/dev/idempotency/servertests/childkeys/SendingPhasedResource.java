// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

@RequestScoped
@Path("sending-phased")
public class SendingPhasedResource {

  @Inject private Sender sender;

  @POST
  @Idempotent(operation = "sending-phased-resource.work", protocol = Protocol.PHASES)
  public String work(String label) {
    return sender.run(label, true);
  }
}
