// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** In the caller's transaction where there is one. */
@Stateless
@LocalBean
public class HeldEjb implements HeldBean {

  @Inject private HeldWork work;

  @Override
  @Idempotent(operation = "held-ejb.work", staleAfter = "PT1S", longestRun = "PT1S")
  public String work(@IdempotencyKey String key) {
    return work.run(key);
  }
}
