// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.RecordDetails;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
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
import org.jspecify.annotations.Nullable;

/** What operators read and change, in the same way as {@link JpaRecordStore}. */
final class JpaOperatorStore implements OperatorStore {

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  JpaOperatorStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  @Override
  public Optional<RecordDetails> details(RecordId id) {
    return sql.rows(OperatorSql.DETAILS, id.toString()).stream()
        .map(row -> details(id, (Object[]) row))
        .findFirst();
  }

  private RecordDetails details(RecordId id, @Nullable Object[] columns) {
    Columns row = new Columns(columns);
    return new RecordDetails(
        id.value(),
        row.text(),
        row.text(),
        row.text(),
        row.flag(),
        row.number(),
        row.text(),
        row.nullableText(),
        row.instant(),
        row.instant(),
        Duration.of(row.number(), ChronoUnit.MICROS),
        row.nullableInstant(),
        row.nullableInstant(),
        row.nullableText(),
        row.nullableText(),
        steps(id));
  }

  private List<RecordDetails.Step> steps(RecordId id) {
    return sql.rows(OperatorSql.STEPS, id.toString()).stream()
        .map(row -> new Columns((Object[]) row))
        .map(
            row ->
                new RecordDetails.Step(
                    row.text(), row.text(), row.text(), row.instant(), row.nullableInstant()))
        .toList();
  }

  @Override
  public boolean resolveStep(RecordId id, String name, byte @Nullable [] result) {
    StoredStep.State state = result == null ? StoredStep.State.NOT_DONE : StoredStep.State.DONE;
    return sql.change(
            OperatorSql.RESOLVE_STEP,
            id.toString(),
            DatabaseText.storable(name),
            StoredStep.State.BEGUN.name(),
            state.name(),
            result)
        == 1;
  }

  @Override
  public boolean giveBack(StoredRecord seen, UUID token, Retention retention) {
    Fence fence = seen.fence();
    return sql.change(
            OperatorSql.GIVE_BACK,
            fence.id().toString(),
            fence.attempt(),
            fence.token().toString(),
            seen.state().name(),
            RecordState.FAILED.name(),
            token.toString(),
            interval(retention),
            StoredStep.State.NOT_DONE.name())
        == 1;
  }

  @Override
  public boolean resolve(StoredRecord seen, UUID token, Outcome outcome, Retention retention) {
    Fence fence = seen.fence();
    return sql.change(
            OperatorSql.RESOLVE,
            fence.id().toString(),
            fence.attempt(),
            fence.token().toString(),
            seen.state().name(),
            outcome.state().name(),
            token.toString(),
            interval(retention),
            outcome.kind().name(),
            outcome.status(),
            outcome.mediaType() == null ? null : DatabaseText.storable(outcome.mediaType()),
            outcome.body())
        == 1;
  }

  private static @Nullable String interval(Retention retention) {
    return retention.duration().map(Duration::toString).orElse(null);
  }

  /** A row, read column by column in order. */
  private static final class Columns {

    private final @Nullable Object[] columns;
    private int next;

    Columns(@Nullable Object[] columns) {
      this.columns = columns;
    }

    private @Nullable Object column() {
      return columns[next++];
    }

    private Object some() {
      return Objects.requireNonNull(column(), "the table rules out null here");
    }

    String text() {
      return (String) some();
    }

    @Nullable String nullableText() {
      return (String) column();
    }

    boolean flag() {
      return (Boolean) some();
    }

    long number() {
      return ((Number) some()).longValue();
    }

    Instant instant() {
      return Instant.EPOCH.plus(number(), ChronoUnit.MICROS);
    }

    @Nullable Instant nullableInstant() {
      Number micros = (Number) column();
      return micros == null ? null : Instant.EPOCH.plus(micros.longValue(), ChronoUnit.MICROS);
    }
  }
}
