// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

@ApplicationScoped
@Transactional
public class HeldTransactionalBean implements HeldBean {

  @Inject private HeldWork work;

  @Override
  @Idempotent(operation = "held-transactional.work", staleAfter = "PT1S", longestRun = "PT1S")
  public String work(@IdempotencyKey String key) {
    return work.run(key);
  }
}
