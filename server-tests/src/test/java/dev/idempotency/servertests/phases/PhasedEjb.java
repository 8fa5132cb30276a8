// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

import dev.idempotency.ExternalOptions;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

@Stateless
@LocalBean
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PhasedEjb implements PhasedOperation {

  @Inject private PhasedWork work;

  @Override
  @Idempotent(operation = "phased-ejb.work", protocol = Protocol.PHASES)
  public String work(@IdempotencyKey String key, String label) {
    return work.run(label, ExternalOptions.defaults());
  }
}
