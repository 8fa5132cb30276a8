// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

@Stateless
@LocalBean
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class SendingPhasedEjb implements Sending {

  @Inject private Sender sender;

  @Override
  @Idempotent(operation = "sending-phased-ejb.work", protocol = Protocol.PHASES)
  public String work(@IdempotencyKey String key, String label) {
    return sender.run(label, true);
  }
}
