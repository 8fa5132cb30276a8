// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.RecordQuery.Position;
import dev.idempotency.protocol.FakeTable.Held;
import dev.idempotency.protocol.StoredStep.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** What operators read and change, on the fake database. */
final class InMemoryOperatorStore implements OperatorStore {

  private static final int MAX_REASON = 1000;

  /** PostgreSQL compares a uuid by its bytes, so as unsigned numbers. */
  private static final Comparator<Position> ORDER =
      Comparator.comparing(Position::firstSeen).thenComparing(position -> position.id().toString());

  private static final Comparator<RecordDetails> NEWEST_FIRST =
      Comparator.comparing(InMemoryOperatorStore::position, ORDER).reversed();

  private record FirstSeen(RecordIdentity identity, Instant when) {}

  private final InMemoryRecordStore database;
  private final Map<RecordId, FirstSeen> firstSeen = new ConcurrentHashMap<>();
  private final Map<RecordId, List<OperatorAction>> actions = new ConcurrentHashMap<>();

  InMemoryOperatorStore(InMemoryRecordStore database) {
    this.database = database;
  }

  /** What never changes of a record, but for a life that is undone. */
  void seeFirst(RecordIdentity identity, Instant when) {
    firstSeen.put(identity.id(), new FirstSeen(identity, when));
  }

  /** The operation of a record that was inserted once. */
  String operationOf(RecordId id) {
    return firstSeen.get(id).identity().operation();
  }

  Instant firstSeen(RecordId id) {
    return firstSeen.get(id).when();
  }

  @Override
  public Optional<RecordDetails> details(RecordId id) {
    return database.table().select(database.current(), id).map(this::details);
  }

  private RecordDetails details(FakeRow row) {
    Outcome outcome = row.outcome();
    FirstSeen first = firstSeen.get(row.fence().id());
    Duration leaseLeft = database.read(row.fence().id()).orElseThrow().timing().leaseLeft();
    return new RecordDetails(
        row.fence().id().value(),
        first.identity().operation(),
        first.identity().scope(),
        row.state().name(),
        row.state().situation(row.retryable(), leaseLeft, outcome == null ? null : outcome.kind()),
        row.retryable(),
        row.fence().attempt(),
        "somebody",
        null,
        first.when(),
        row.times().startedAt(),
        leaseLeft,
        null,
        row.times().expiresAt(),
        outcome == null ? null : outcome.kind().name(),
        null,
        row.steps().stream()
            .map(
                step ->
                    new RecordDetails.Step(
                        step.place().name(),
                        step.kind().name(),
                        step.state().name(),
                        step.begun(),
                        null))
            .toList());
  }

  @Override
  public RecordPage page(RecordQuery query) {
    List<RecordDetails> all =
        database.table().ids(database.current()).stream()
            .flatMap(id -> details(id).stream())
            .filter(record -> isWanted(record, query))
            .sorted(NEWEST_FIRST)
            .limit(query.limit() + 1)
            .toList();
    boolean more = all.size() > query.limit();
    List<RecordDetails> page = more ? all.subList(0, query.limit()) : all;
    return new RecordPage(
        page, more ? Optional.of(position(page.get(page.size() - 1))) : Optional.empty());
  }

  private boolean isWanted(RecordDetails record, RecordQuery query) {
    Instant since = query.since() == null ? database.now().minus(query.within()) : query.since();
    return (query.operation() == null || query.operation().equals(record.operation()))
        && (query.state() == null || query.state().equals(record.state()))
        && (!query.stuck() || record.situation().isStuck())
        && !record.firstSeen().isBefore(since)
        && (query.after() == null || ORDER.compare(position(record), query.after()) < 0);
  }

  private static Position position(RecordDetails record) {
    return new Position(record.firstSeen(), record.id());
  }

  @Override
  public void audit(RecordId id, OperatorAction.Kind kind, @Nullable String step, Acting acting) {
    FakeTransaction tx = database.current();
    long attempt = database.table().select(tx, id).orElseThrow().fence().attempt();
    String reason = acting.decision().reason();
    OperatorAction action =
        new OperatorAction(
            database.now(),
            acting.who(),
            kind,
            step,
            attempt,
            acting.decision().force(),
            reason.substring(0, Math.min(reason.length(), MAX_REASON)));
    database
        .table()
        .writeOther(
            tx,
            () -> actions.computeIfAbsent(id, none -> new CopyOnWriteArrayList<>()).add(0, action));
  }

  @Override
  public List<OperatorAction> actions(RecordId id) {
    return List.copyOf(actions.getOrDefault(id, List.of()));
  }

  @Override
  public boolean resolveStep(RecordId id, String name, byte @Nullable [] result) {
    State state = result == null ? State.NOT_DONE : State.DONE;
    return database
        .table()
        .update(
            database.current(),
            id,
            Held.WAIT,
            row -> begun(row, name).isPresent(),
            row -> {
              FakeStep step = begun(row, name).orElseThrow();
              return row.with(
                  new FakeStep(step.place(), step.kind(), state, step.begun(), result),
                  row.times().leaseUntil());
            });
  }

  private static Optional<FakeStep> begun(FakeRow row, String name) {
    return row.steps().stream()
        .filter(step -> step.place().name().equals(name) && step.state() == State.BEGUN)
        .findFirst();
  }

  @Override
  public boolean giveBack(StoredRecord seen, UUID token, Retention retention) {
    return database
        .table()
        .update(
            database.current(),
            seen.fence().id(),
            Held.WAIT,
            row -> row.isStill(seen),
            row -> row.givenBackByOperator(token, retention, database.now()));
  }

  @Override
  public boolean resolve(StoredRecord seen, UUID token, Outcome outcome, Retention retention) {
    return database
        .table()
        .update(
            database.current(),
            seen.fence().id(),
            Held.WAIT,
            row -> row.isStill(seen),
            row -> row.resolvedByOperator(token, outcome, retention, database.now()));
  }
}
