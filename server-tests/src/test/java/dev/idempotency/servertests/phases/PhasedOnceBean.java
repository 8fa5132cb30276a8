// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.phases;

import dev.idempotency.ExternalOptions;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class PhasedOnceBean implements PhasedOperation {

  @Inject private PhasedWork work;

  @Override
  @Idempotent(operation = "phased-once-bean.work", protocol = Protocol.PHASES, staleAfter = "PT30S")
  public String work(@IdempotencyKey String key, String label) {
    return work.run(label, ExternalOptions.defaults().notRepeatable());
  }
}
