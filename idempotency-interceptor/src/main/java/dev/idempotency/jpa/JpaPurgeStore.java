// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.PurgeStore;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.StoredStep;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The purge in PostgreSQL, by native SQL as in {@link JpaRecordStore}. */
final class JpaPurgeStore implements PurgeStore {

  /** Who deletes at the moment; of this library's own, as any number that others won't take. */
  private static final long TURN = 0x1DE3_707E_4C1E_5EEDL;

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  JpaPurgeStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  @Override
  public List<String> operations(String after, int most) {
    return sql.rows(PurgeSql.OPERATIONS, after, most).stream().map(String.class::cast).toList();
  }

  @Override
  public Optional<Instant> windowEnd(
      String operation, Instant after, Duration minAge, int records) {
    return sql
        .rows(PurgeSql.WINDOW_END, operation, micros(after), minAge.toString(), records)
        .stream()
        .filter(Objects::nonNull)
        .map(micros -> Instant.EPOCH.plus(((Number) micros).longValue(), ChronoUnit.MICROS))
        .findFirst();
  }

  @Override
  public int deleteExpired(Window window) {
    return sql.change(
        PurgeSql.DELETE_EXPIRED,
        window.operation(),
        micros(window.after()),
        micros(window.upTo()),
        RecordState.IN_PROGRESS.name(),
        TURN);
  }

  @Override
  public List<RecordId> lockAbandoned(Window window, Duration retention) {
    return sql
        .rows(
            PurgeSql.LOCK_ABANDONED,
            window.operation(),
            micros(window.after()),
            micros(window.upTo()),
            RecordState.IN_PROGRESS.name(),
            RecordState.FAILED.name(),
            retention.toString())
        .stream()
        .map(id -> new RecordId(UUID.fromString((String) id)))
        .toList();
  }

  @Override
  public int giveBack(List<RecordId> locked, Duration retention, UUID token) {
    return sql.change(
        PurgeSql.GIVE_BACK,
        ids(locked),
        RecordState.FAILED.name(),
        RecordState.IN_PROGRESS.name(),
        retention.toString(),
        token.toString(),
        StoredStep.State.NOT_DONE.name());
  }

  @Override
  public int endUnknown(
      List<RecordId> locked, Duration retention, UUID token, Outcome.Failure failure) {
    return sql.change(
        PurgeSql.END_UNKNOWN,
        ids(locked),
        RecordState.FAILED.name(),
        RecordState.IN_PROGRESS.name(),
        retention.toString(),
        token.toString(),
        StoredStep.State.NOT_DONE.name(),
        OutcomeKind.UNKNOWN.name(),
        failure.type(),
        failure.message());
  }

  private static String ids(List<RecordId> records) {
    return records.stream().map(RecordId::toString).collect(Collectors.joining(","));
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }
}
