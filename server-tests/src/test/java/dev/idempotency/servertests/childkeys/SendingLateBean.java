// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;

/** Owners whose lease dies while they work. */
@ApplicationScoped
public class SendingLateBean {

  @Inject private Instance<Sender> sender;

  @Idempotent(operation = "sending-late-bean.work", staleAfter = "PT1S", longestRun = "PT1S")
  public String work(@IdempotencyKey String key, String label) {
    return sender.get().run(label, false);
  }

  @Idempotent(
      operation = "sending-late-bean.phased",
      protocol = Protocol.PHASES,
      staleAfter = "PT1S",
      longestRun = "PT1S")
  public String phased(@IdempotencyKey String key, String label) {
    return sender.get().run(label, true);
  }
}
