// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.RecordQuery.Position;
import dev.idempotency.jpa.NativeSql.Statement;
import dev.idempotency.jpa.OperatorRow.Seen;
import dev.idempotency.jpa.OperatorRow.StepOf;
import dev.idempotency.protocol.Acting;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.Retention;
import dev.idempotency.protocol.StoredRecord;
import dev.idempotency.protocol.StoredStep;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What operators read and change, in the same way as {@link JpaRecordStore}. */
final class JpaOperatorStore implements OperatorStore {

  private static final int MAX_TEXT = 1000;
  private static final int MAX_ACTIONS = 100;

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
    return details(List.of(id.value())).stream().findFirst();
  }

  /** The newest first, without those that are gone meanwhile. */
  private List<RecordDetails> details(List<UUID> ids) {
    String texts = ids.stream().map(UUID::toString).collect(Collectors.joining(","));
    Map<UUID, List<RecordDetails.Step>> steps =
        rows(OperatorSql.STEPS, texts)
            .map(OperatorRow::step)
            .collect(Collectors.groupingBy(StepOf::record, mapping(StepOf::step, toList())));
    return rows(OperatorSql.DETAILS, texts)
        .map(
            row -> {
              UUID id = row.uuid();
              return row.details(id, steps.getOrDefault(id, List.of()));
            })
        .toList();
  }

  @Override
  public RecordPage page(RecordQuery query) {
    List<Seen> seen = seen(query);
    List<Position> shown =
        seen.stream().filter(Seen::matches).limit(query.limit()).map(Seen::position).toList();
    List<UUID> ids = shown.stream().map(Position::id).toList();
    List<RecordDetails> records = ids.isEmpty() ? List.of() : details(ids);
    return new RecordPage(records, next(query, seen, shown));
  }

  /** The records that match, one more than fit; and the last one looked at, if more may follow. */
  private List<Seen> seen(RecordQuery query) {
    boolean looksForSome = query.state() != null || query.stuck();
    Instant since = query.since();
    Position after = query.after();
    String operation = query.operation();
    return rows(
            OperatorSql.LIST,
            operation == null ? null : DatabaseText.storable(operation),
            since == null ? null : since.toString(),
            query.within().toString(),
            after == null ? null : after.firstSeen().toString(),
            after == null ? null : after.id().toString(),
            looksForSome ? EXAMINED : query.limit() + 1,
            query.state(),
            query.stuck(),
            OutcomeKind.UNKNOWN.name(),
            RecordState.IN_PROGRESS.name(),
            query.limit() + 1)
        .map(OperatorRow::seen)
        .toList();
  }

  private static Optional<Position> next(RecordQuery query, List<Seen> seen, List<Position> shown) {
    if (seen.size() > query.limit()) {
      return Optional.of(shown.get(shown.size() - 1));
    }
    return seen.stream().filter(Seen::last).map(Seen::position).findFirst();
  }

  @Override
  public void audit(RecordId id, OperatorAction.Kind kind, @Nullable String step, Acting acting) {
    sql.change(
        OperatorSql.AUDIT,
        id.toString(),
        acting.decision().force(),
        DatabaseText.bounded(acting.who(), MAX_TEXT),
        kind.name(),
        step == null ? null : DatabaseText.bounded(step, MAX_TEXT),
        DatabaseText.bounded(acting.decision().reason(), MAX_TEXT));
  }

  @Override
  public List<OperatorAction> actions(RecordId id) {
    return rows(OperatorSql.ACTIONS, id.toString(), MAX_ACTIONS).map(OperatorRow::action).toList();
  }

  private Stream<OperatorRow> rows(Statement statement, @Nullable Object... parameters) {
    return sql.rows(statement, parameters).stream().map(row -> new OperatorRow((Object[]) row));
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
}
