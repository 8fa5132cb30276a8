// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.ExternalOptions;
import dev.idempotency.IdempotentCall;
import dev.idempotency.Protocol;
import dev.idempotency.StepWork;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Derived;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.RunningCall;
import dev.idempotency.protocol.Steps;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The injectable view of the calling thread's innermost guarded call. */
@ApplicationScoped
class CurrentCall implements IdempotentCall {

  @Inject Protocols protocol;

  private final StepJson results = new StepJson();

  @Override
  public String childKey(String name) {
    Attempt attempt = RunningCall.innermost().attempt();
    requireDurableLife(attempt.call().operation());
    return Derived.childKey(attempt.life(), attempt.call().identity().operation(), name);
  }

  private static void requireDurableLife(Operation operation) {
    if (operation.protocol() == Protocol.SINGLE_TRANSACTION) {
      throw new IllegalStateException(
          "Operation %s has no child keys: under SINGLE_TRANSACTION a life is durable only when it"
                  .formatted(operation.name())
              + " commits, so another attempt would send another key; use TWO_TRANSACTIONS or"
              + " PHASES");
    }
  }

  @Override
  public UUID uuid(String name) {
    Attempt attempt = RunningCall.innermost().attempt();
    return Derived.uuid(attempt.life(), attempt.call().identity().operation(), name);
  }

  @Override
  public long attempt() {
    return RunningCall.innermost().attempt().fence().attempt();
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T phase(
      String name, Class<T> type, StepWork<T, X> work) throws X {
    Steps steps = RunningCall.innermost().attempt().steps();
    return results.take(type, work, body -> steps.phase(name, body));
  }

  @Override
  public <T extends @Nullable Object, X extends Exception> T external(
      String name, Class<T> type, ExternalOptions options, StepWork<T, X> work) throws X {
    Steps steps = RunningCall.innermost().attempt().steps();
    return results.take(type, work, body -> steps.external(name, options, body));
  }

  @Override
  public Instant startedAt() {
    RunningCall call = RunningCall.innermost();
    Instant known = call.startedAt();
    if (known == null) {
      known = protocol.startedAt(call.attempt());
      call.startedAt(known);
    }
    return known;
  }
}
