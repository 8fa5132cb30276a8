// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Work;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Throws what only the deployment descriptor knows. */
@Stateless
public class DescribedEjb {

  @Inject private Work work;

  /** How a call ends. */
  public enum Ending {
    RETURN,
    UNCHECKED,
    CHECKED
  }

  @Idempotent(operation = "described.work")
  public String work(
      @IdempotencyKey String key, String label, @ExcludedFromFingerprint Ending ending)
      throws Exception {
    String done = work.run(label, Behaviour.RETURN);
    return switch (ending) {
      case RETURN -> done;
      case UNCHECKED -> throw new DescribedException("described " + label);
      case CHECKED -> throw new DescribedCheckedException("described " + label);
    };
  }
}
