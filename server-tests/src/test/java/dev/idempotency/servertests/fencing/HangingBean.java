// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

/** Keeps its lease for two seconds of its own, then it is left to run out. */
@ApplicationScoped
@Transactional
public class HangingBean implements HeldBean {

  @Inject private HeldWork work;

  @Override
  @Idempotent(operation = "hanging.work", staleAfter = "PT1S", longestRun = "PT2S")
  public String work(@IdempotencyKey String key) {
    return work.run(key);
  }
}
