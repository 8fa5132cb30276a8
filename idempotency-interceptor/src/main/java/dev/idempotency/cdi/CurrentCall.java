// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.IdempotentCall;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Derived;
import dev.idempotency.protocol.TwoTransactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.UUID;

/** The injectable view of the calling thread's innermost guarded call. */
@ApplicationScoped
class CurrentCall implements IdempotentCall {

  @Inject TwoTransactions protocol;

  @Override
  public String childKey(String name) {
    Attempt attempt = RunningCall.innermost().attempt();
    return Derived.childKey(attempt.life(), attempt.call().identity().operation(), name);
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
