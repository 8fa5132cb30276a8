// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.StoreUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads when the first attempt of a life started. */
final class LifeStart {

  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);

  private final RecordStore store;
  private final Transactions transactions;
  private final OwnTransactions own;

  LifeStart(RecordStore store, Transactions transactions, OwnTransactions own) {
    this.store = store;
    this.transactions = transactions;
    this.own = own;
  }

  Instant of(Attempt attempt) {
    RecordId id = attempt.fence().id();
    try {
      return inActiveTransaction(id)
          .or(() -> own.run(id, () -> store.read(id)))
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
