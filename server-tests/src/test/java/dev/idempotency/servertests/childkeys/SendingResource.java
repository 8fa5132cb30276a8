// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

@Stateless
@Path("sending")
public class SendingResource {

  @Inject private Sender sender;

  @POST
  @Idempotent(operation = "sending-resource.work")
  public String work(String label) {
    return sender.run(label, false);
  }
}
