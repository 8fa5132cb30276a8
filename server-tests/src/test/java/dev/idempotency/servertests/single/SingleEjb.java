// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.single;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.DeclinedException;
import dev.idempotency.servertests.app.GuardedBean;
import dev.idempotency.servertests.app.Work;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

@Stateless
@LocalBean
public class SingleEjb implements GuardedBean {

  @Inject private Work work;

  @Override
  @Idempotent(operation = "single-ejb.work", protocol = Protocol.SINGLE_TRANSACTION)
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Behaviour behaviour)
      throws DeclinedException {
    return work.run(label, behaviour);
  }
}
