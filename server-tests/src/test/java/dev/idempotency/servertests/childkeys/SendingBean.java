// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

@ApplicationScoped
public class SendingBean implements Sending {

  @Inject private Instance<Sender> sender;

  @Override
  @Idempotent(operation = "sending-bean.work")
  public String work(@IdempotencyKey String key, String label) {
    return sender.get().run(label, false);
  }

  @Idempotent(operation = "sending-bean.single", protocol = Protocol.SINGLE_TRANSACTION)
  public String single(@IdempotencyKey String key, String label) {
    return sender.get().run(label, false);
  }
}
