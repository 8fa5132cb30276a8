// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Work;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;

/** Empties the list that it is given. */
@ApplicationScoped
public class MutatingBean {

  @Inject private Work work;

  @Idempotent(operation = "mutating.work")
  public String work(@IdempotencyKey String key, List<String> labels) throws Exception {
    String label = labels.get(0);
    labels.clear();
    return work.run(label, Behaviour.RETURN);
  }
}
