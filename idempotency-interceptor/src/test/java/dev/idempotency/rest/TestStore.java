// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.Transactions;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** Records that live as long as a test; nothing expires and no lease runs out. */
final class TestStore implements RecordStore {

  private static final StoredRecord.Timing TIMING =
      new StoredRecord.Timing(Instant.EPOCH, Duration.ofSeconds(30), false, null);

  private final Transactions transactions;
  private final Map<RecordId, StoredRecord> records = new ConcurrentHashMap<>();
  private volatile boolean down;

  TestStore(Transactions transactions) {
    this.transactions = transactions;
  }

  void setDown(boolean down) {
    this.down = down;
  }

  void clear() {
    records.clear();
  }

  /** Changes the stored outcome of every record, as a newer version or an operator might. */
  void changeOutcomes(UnaryOperator<Outcome> change) {
    records.replaceAll(
        (id, seen) ->
            new StoredRecord(
                seen.fence(),
                seen.life(),
                seen.state(),
                seen.retryable(),
                seen.fingerprint(),
                seen.timing(),
                change.apply(seen.storedOutcome().orElseThrow())));
  }

  private void requireUp() {
    if (down) {
      throw new StoreException(
          StoreException.Kind.OTHER, "The database is down", new IllegalStateException("down"));
    }
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    requireUp();
    Fence fence = new Fence(identity.id(), 1, claimant.token());
    return records.putIfAbsent(identity.id(), running(fence, claimant.newLife(), fingerprint))
        == null;
  }

  private static StoredRecord running(Fence fence, UUID life, Fingerprint fingerprint) {
    return new StoredRecord(fence, life, RecordState.IN_PROGRESS, false, fingerprint, TIMING, null);
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    requireUp();
    return Optional.ofNullable(records.get(id));
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return read(id);
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return records.replace(
        seen.fence().id(), seen, running(next(seen, claimant), claimant.newLife(), fingerprint));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return records.replace(
        seen.fence().id(), seen, running(next(seen, claimant), seen.life(), seen.fingerprint()));
  }

  @Override
  public boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return insert(identity, fingerprint, claimant);
  }

  @Override
  public boolean replaceExpiredAlone(
      StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return replaceExpired(seen, fingerprint, claimant);
  }

  @Override
  public boolean claimAgainAlone(StoredRecord seen, Claimant claimant) {
    return claimAgain(seen, claimant);
  }

  private static Fence next(StoredRecord seen, Claimant claimant) {
    return new Fence(seen.fence().id(), seen.fence().attempt() + 1, claimant.token());
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    requireUp();
    transactions.onEnd(
        end -> {
          if (end == Transactions.End.COMMITTED) {
            finish(fence, outcome.state(), false, outcome);
          }
        });
    return true;
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    requireUp();
    return finish(fence, RecordState.FAILED, false, refusal);
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    requireUp();
    return finish(fence, RecordState.FAILED, true, null);
  }

  private boolean finish(Fence fence, RecordState state, boolean retryable, Outcome outcome) {
    StoredRecord seen = records.get(fence.id());
    return seen != null
        && seen.state() == RecordState.IN_PROGRESS
        && seen.fence().equals(fence)
        && records.replace(
            fence.id(),
            seen,
            new StoredRecord(
                fence, seen.life(), state, retryable, seen.fingerprint(), TIMING, outcome));
  }

  @Override
  public boolean delete(Fence fence) {
    return records.remove(fence.id()) != null;
  }
}
