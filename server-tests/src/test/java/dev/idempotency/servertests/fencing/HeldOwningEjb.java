// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** In a transaction that the container begins for each call. */
@Stateless
@LocalBean
public class HeldOwningEjb implements HeldBean {

  @Inject private HeldWork work;

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  @Idempotent(operation = "held-owning-ejb.work", staleAfter = "PT1S", longestRun = "PT1S")
  public String work(@IdempotencyKey String key) {
    return work.run(key);
  }
}
