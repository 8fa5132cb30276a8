// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Singleton;
import jakarta.inject.Inject;

@Singleton
@LocalBean
public class SingletonBean implements GuardedBean {

  @Inject private Work work;

  @Override
  @Idempotent(operation = "singleton.work", staleAfter = "PT20S")
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Behaviour behaviour)
      throws DeclinedException {
    return work.run(label, behaviour);
  }
}
