// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

@ApplicationScoped
@Transactional
public class TransactionalBean implements GuardedBean {

  @Inject private Work work;

  @Override
  @Idempotent(operation = "transactional.work", staleAfter = "PT20S")
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Behaviour behaviour)
      throws DeclinedException {
    return work.run(label, behaviour);
  }
}
