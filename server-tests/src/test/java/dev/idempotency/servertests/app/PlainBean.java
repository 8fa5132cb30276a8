// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.app;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;

@RequestScoped
public class PlainBean implements GuardedBean {

  @Inject private Work work;

  @Override
  @Idempotent(operation = "plain.work", staleAfter = "PT20S")
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Behaviour behaviour)
      throws DeclinedException {
    return work.run(label, behaviour);
  }
}
