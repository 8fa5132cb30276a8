// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.jpa.NativeSql.Statement;
import dev.idempotency.protocol.Claimant;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.StoredStep;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records in PostgreSQL, by native SQL through the application's persistence unit: the same
 * transaction, the same connection, and the same statements under every provider.
 */
final class JpaRecordStore implements RecordStore {

  /** Longest text of a failure's class name or message, in characters; the rest is cut off. */
  static final int MAX_FAILURE_CHARS = 1000;

  private static final String IN_PROGRESS = RecordState.IN_PROGRESS.name();

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  JpaRecordStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return changesOne(RecordSql.INSERT, inserted(identity, fingerprint, claimant));
  }

  @Override
  public boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return changesOne(
        RecordSql.INSERT_ALONE,
        and(inserted(identity, fingerprint, claimant), lockKey(identity.id())));
  }

  private static Object[] inserted(
      RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return new Object[] {
      identity.id().toString(),
      DatabaseText.storable(identity.operation()),
      DatabaseText.storable(identity.scope()),
      fingerprint.version(),
      fingerprint.digest(),
      IN_PROGRESS,
      claimant.token().toString(),
      claimant.newLife().toString(),
      DatabaseText.storable(claimant.node()),
      claimant.staleAfter().toString()
    };
  }

  /** The first 8 bytes of the record's id. */
  private static long lockKey(RecordId id) {
    return id.value().getMostSignificantBits();
  }

  private static Object[] and(Object[] parameters, Object last) {
    Object[] all = Arrays.copyOf(parameters, parameters.length + 1);
    all[parameters.length] = last;
    return all;
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    return record(RecordSql.READ, id);
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return record(RecordSql.LOCK, id);
  }

  private Optional<StoredRecord> record(Statement statement, RecordId id) {
    return sql.rows(statement, id.toString()).stream()
        .map(row -> RecordRow.read(id, (Object[]) row))
        .findFirst();
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    // Under the lock of the record, as every statement about its steps.
    sql.change(RecordSql.DELETE_STEPS, seen.fence().id().toString());
    return changesOne(RecordSql.REPLACE_EXPIRED, replaced(seen, fingerprint, claimant));
  }

  @Override
  public boolean replaceExpiredAlone(
      StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    RecordId id = seen.fence().id();
    boolean changed =
        changesOne(
            RecordSql.REPLACE_EXPIRED_ALONE,
            and(replaced(seen, fingerprint, claimant), lockKey(id)));
    if (changed) {
      // Of a former version of the method, which took steps.
      sql.change(RecordSql.DELETE_STEPS, id.toString());
    }
    return changed;
  }

  private static Object[] replaced(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    Fence fence = seen.fence();
    return new Object[] {
      fence.id().toString(),
      fence.attempt(),
      fence.token().toString(),
      seen.state().name(),
      IN_PROGRESS,
      claimant.token().toString(),
      DatabaseText.storable(claimant.node()),
      claimant.staleAfter().toString(),
      claimant.newLife().toString(),
      fingerprint.version(),
      fingerprint.digest()
    };
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return changesOne(RecordSql.CLAIM_AGAIN, claimedAgain(seen, claimant));
  }

  @Override
  public boolean claimAgainAlone(StoredRecord seen, Claimant claimant) {
    return changesOne(
        RecordSql.CLAIM_AGAIN_ALONE, and(claimedAgain(seen, claimant), lockKey(seen.fence().id())));
  }

  private static Object[] claimedAgain(StoredRecord seen, Claimant claimant) {
    Fence fence = seen.fence();
    return new Object[] {
      fence.id().toString(),
      fence.attempt(),
      fence.token().toString(),
      seen.state().name(),
      IN_PROGRESS,
      claimant.token().toString(),
      DatabaseText.storable(claimant.node()),
      claimant.staleAfter().toString()
    };
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    // Business rows first: they give the transaction its id, by which the statement knows that it
    // runs in one, and what they violate must show before the outcome is written.
    sql.flush();
    if (write(RecordSql.STORE_OUTCOME, fence, outcome.state(), outcome, retention)) {
      return true;
    }
    // Work that wrote nothing has left its transaction without an id. Without a transaction the id
    // is that of this one statement, and the next one is refused again.
    sql.rows(RecordSql.ASSIGN_TRANSACTION_ID);
    return write(RecordSql.STORE_OUTCOME, fence, outcome.state(), outcome, retention);
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return write(RecordSql.MARK_REFUSED, fence, RecordState.FAILED, refusal, retention);
  }

  private boolean write(
      Statement statement, Fence fence, RecordState state, Outcome outcome, Retention retention) {
    Outcome.Failure failure = outcome.failure();
    return changesOne(
        statement,
        fence.id().toString(),
        fence.attempt(),
        fence.token().toString(),
        IN_PROGRESS,
        state.name(),
        interval(retention),
        outcome.kind().name(),
        outcome.status(),
        HeaderLines.encode(outcome.headers()),
        outcome.mediaType() == null ? null : DatabaseText.storable(outcome.mediaType()),
        outcome.body(),
        failure == null ? null : bounded(failure.type()),
        failure == null ? null : bounded(failure.message()));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return changesOne(
        RecordSql.MARK_RETRYABLE,
        fence.id().toString(),
        fence.attempt(),
        fence.token().toString(),
        IN_PROGRESS,
        RecordState.FAILED.name(),
        interval(retention),
        StoredStep.State.NOT_DONE.name());
  }

  @Override
  public boolean delete(Fence fence) {
    return changesOne(
        RecordSql.DELETE,
        fence.id().toString(),
        fence.attempt(),
        fence.token().toString(),
        IN_PROGRESS);
  }

  private boolean changesOne(Statement statement, @Nullable Object... parameters) {
    return sql.change(statement, parameters) == 1;
  }

  /** The retention in ISO 8601, which PostgreSQL reads as an interval; null for ever. */
  private static @Nullable String interval(Retention retention) {
    return retention.duration().map(Duration::toString).orElse(null);
  }

  private static @Nullable String bounded(@Nullable String text) {
    return text == null ? null : DatabaseText.bounded(text, MAX_FAILURE_CHARS);
  }
}
