// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.StoredStep;
import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.StoredStep.State;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The steps in PostgreSQL, in the same way as {@link JpaRecordStore} keeps records. */
final class JpaStepStore implements StepStore {

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  JpaStepStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  @Override
  public List<StoredStep> recorded(Fence fence) {
    return sql.rows(StepSql.RECORDED, fence.id().toString()).stream()
        .map(row -> step((Object[]) row))
        .toList();
  }

  private static StoredStep step(@Nullable Object[] columns) {
    Place place = new Place(((Number) some(columns[0])).intValue(), (String) some(columns[1]));
    return new StoredStep(
        place,
        Kind.valueOf((String) some(columns[2])),
        State.valueOf((String) some(columns[3])),
        Duration.of(((Number) some(columns[4])).longValue(), ChronoUnit.MICROS),
        (byte[]) columns[5]);
  }

  private static Object some(@Nullable Object column) {
    return Objects.requireNonNull(column, "the table rules out null here");
  }

  @Override
  public boolean completePhase(Fence fence, Place place, byte[] result) {
    sql.flush();
    return changesOne(
        StepSql.COMPLETE_PHASE, fence, place, State.DONE.name(), Kind.PHASE.name(), result);
  }

  @Override
  public boolean begin(Fence fence, Place place, Duration staleAfter) {
    return changesOne(
        StepSql.BEGIN,
        fence,
        place,
        State.BEGUN.name(),
        Kind.EXTERNAL.name(),
        State.NOT_DONE.name(),
        staleAfter.toString());
  }

  @Override
  public boolean finish(Fence fence, Place place, byte[] result) {
    return changesOne(StepSql.FINISH, fence, place, State.DONE.name(), State.BEGUN.name(), result);
  }

  @Override
  public boolean markNotDone(Fence fence, Place place, Kind kind) {
    return changesOne(
        StepSql.MARK_NOT_DONE, fence, place, State.NOT_DONE.name(), kind.name(), State.DONE.name());
  }

  @Override
  public void keepEvidence(Fence fence, Place place, byte[] result) {
    sql.change(
        StepSql.KEEP_EVIDENCE,
        fence.id().toString(),
        fence.attempt(),
        DatabaseText.storable(place.name()),
        result);
  }

  private boolean changesOne(Statement statement, Fence fence, Place place, Object... others) {
    List<Object> parameters = new ArrayList<>();
    parameters.add(fence.id().toString());
    parameters.add(fence.attempt());
    parameters.add(fence.token().toString());
    parameters.add(RecordState.IN_PROGRESS.name());
    parameters.add(place.position());
    parameters.add(DatabaseText.storable(place.name()));
    parameters.addAll(List.of(others));
    return sql.change(statement, parameters.toArray()) == 1;
  }
}
