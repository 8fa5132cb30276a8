// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.IdempotentCall;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Derived;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The injectable view of the calling thread's innermost guarded call. */
@ApplicationScoped
class CurrentCall implements IdempotentCall {

  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  @Inject RecordStore store;
  @Inject Transactions transactions;

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
      known = read(call.attempt());
      call.startedAt(known);
    }
    return known;
  }

  private Instant read(Attempt attempt) {
    RecordId id = attempt.fence().id();
    try {
      return inActiveTransaction(id)
          .or(() -> transactions.inNew(() -> store.read(id)))
          .filter(record -> record.life().equals(attempt.life()))
          .map(record -> record.timing().startedAt())
          .orElseThrow(() -> unavailable(id, "it is gone or begins another life", null));
    } catch (StoreException e) {
      throw unavailable(id, "the store cannot be reached", e);
    }
  }

  /** Empty where there is none, or where its snapshot is older than the claim. */
  private Optional<StoredRecord> inActiveTransaction(RecordId id) {
    return transactions.state() == Transactions.State.ACTIVE ? store.read(id) : Optional.empty();
  }

  private static StoreUnavailableException unavailable(
      RecordId id, String reason, @Nullable Throwable cause) {
    return new StoreUnavailableException(
        "The start of record %s cannot be read: %s; repeat the call".formatted(id, reason),
        id.value(),
        TRY_AGAIN_AFTER,
        cause);
  }
}
