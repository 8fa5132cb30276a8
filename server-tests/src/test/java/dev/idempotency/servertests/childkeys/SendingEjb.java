// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

@Stateless
@LocalBean
public class SendingEjb implements Sending {

  @Inject private Sender sender;

  @Override
  @Idempotent(operation = "sending-ejb.work")
  public String work(@IdempotencyKey String key, String label) {
    return sender.run(label, false);
  }
}
