// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.DeclinedException;
import dev.idempotency.servertests.app.GuardedBean;
import dev.idempotency.servertests.app.Work;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

/** Turns JTA's own rule round: checked exceptions roll back, one unchecked class doesn't. */
@ApplicationScoped
@Transactional(
    rollbackOn = DeclinedException.class,
    dontRollbackOn = IllegalArgumentException.class)
public class RulesBean implements GuardedBean {

  @Inject private Work work;

  @Override
  @Idempotent(operation = "rules.work")
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Behaviour behaviour)
      throws DeclinedException {
    return work.run(label, behaviour);
  }
}
