// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.failures;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.app.StatelessBean;
import dev.idempotency.servertests.app.Work;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;

/** Calls another guarded bean, and goes on as if nothing had been when that one fails. */
@Stateless
public class NestingEjb {

  @Inject private Work work;
  @Inject private StatelessBean inner;
  @Inject private Caller caller;
  @Inject private IdempotentCall call;

  @Idempotent(operation = "nesting.joined")
  public String joined(@IdempotencyKey String key, String label, Behaviour innerBehaviour)
      throws Exception {
    return nested(label, innerBehaviour, false);
  }

  @Idempotent(operation = "nesting.apart")
  public String apart(@IdempotencyKey String key, String label, Behaviour innerBehaviour)
      throws Exception {
    return nested(label, innerBehaviour, true);
  }

  /** Its caller's transaction is not its own. */
  @Idempotent(operation = "nesting.below")
  public String below(@IdempotencyKey String key, String label) throws Exception {
    caller.inNewTransaction(
        () -> {
          caller.insert(label + "/below");
          return "";
        });
    Behaviour behaviour = Work.runs(label) == 0 ? Behaviour.THROW_UNCHECKED : Behaviour.RETURN;
    return work.run(label, behaviour);
  }

  private String nested(String label, Behaviour behaviour, boolean apart) throws Exception {
    String innerKey = call.childKey("inner");
    String innerLabel = label + "/inner";
    try {
      if (apart) {
        caller.inNewTransaction(() -> inner.work(innerKey, innerLabel, behaviour));
      } else {
        inner.work(innerKey, innerLabel, behaviour);
      }
    } catch (RuntimeException e) {
      // Swallowed, as the class says.
    }
    return work.run(label, Behaviour.RETURN);
  }
}
