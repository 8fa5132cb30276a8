// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.FakeTable.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The purge on the fake database; passes {@link PurgeContract}. */
final class InMemoryPurgeStore implements PurgeStore {

  private final InMemoryRecordStore database;
  private final FakeTable table;
  private final InMemoryOperatorStore seen;

  InMemoryPurgeStore(InMemoryRecordStore database) {
    this.database = database;
    this.table = database.table();
    this.seen = database.operators();
  }

  private Stream<RecordId> all(Predicate<RecordId> wanted) {
    return table.ids(database.current()).stream().filter(wanted);
  }

  @Override
  public List<String> operations(String after, int most) {
    return all(id -> true)
        .map(seen::operationOf)
        .filter(name -> name.compareTo(after) > 0)
        .distinct()
        .sorted()
        .limit(most)
        .toList();
  }

  @Override
  public Optional<Instant> windowEnd(
      String operation, Instant after, Duration minAge, int records) {
    Instant newest = database.now().minus(minAge);
    return all(id -> isIn(new Window(operation, after, newest), id))
        .map(seen::firstSeen)
        .sorted()
        .limit(records)
        .max(Comparator.naturalOrder());
  }

  private boolean isIn(Window window, RecordId id) {
    Instant when = seen.firstSeen(id);
    return seen.operationOf(id).equals(window.operation())
        && when.isAfter(window.after())
        && !when.isAfter(window.upTo());
  }

  @Override
  public int deleteExpired(Window window) {
    Instant now = database.now();
    return (int)
        all(id -> isIn(window, id))
            .filter(
                id -> table.delete(database.current(), id, Held.SKIP, row -> hasExpired(row, now)))
            .count();
  }

  private static boolean hasExpired(FakeRow row, Instant now) {
    return row.state() != RecordState.IN_PROGRESS && row.seenAt(now).timing().expired();
  }

  @Override
  public List<RecordId> lockAbandoned(Window window, Duration retention) {
    Instant longAgo = database.now().minus(retention);
    return all(id -> isIn(window, id))
        .filter(id -> table.select(database.current(), id).filter(r -> old(r, longAgo)).isPresent())
        .filter(id -> table.selectForUpdate(database.current(), id, Held.SKIP).isPresent())
        .toList();
  }

  private static boolean old(FakeRow row, Instant longAgo) {
    return row.state() == RecordState.IN_PROGRESS
        ? !row.times().leaseUntil().isAfter(longAgo)
        : row.retryable()
            && row.times().expiresAt() == null
            && !row.times().finishedAt().isAfter(longAgo);
  }

  @Override
  public int giveBack(List<RecordId> locked, Duration retention, UUID token) {
    return change(
        locked,
        retention,
        row -> row.state() == RecordState.IN_PROGRESS && !row.mayHaveTakenEffect(),
        row -> row.givenBackByOperator(token, Retention.of(retention), database.now()));
  }

  @Override
  public int endUnknown(
      List<RecordId> locked, Duration retention, UUID token, Outcome.Failure failure) {
    Outcome unknown = new Outcome(OutcomeKind.UNKNOWN, 0, List.of(), null, null, failure);
    return change(
        locked,
        retention,
        FakeRow::mayHaveTakenEffect,
        row -> row.resolvedByOperator(token, unknown, Retention.FOREVER, database.now()));
  }

  private int change(
      List<RecordId> locked,
      Duration retention,
      Predicate<FakeRow> guard,
      UnaryOperator<FakeRow> change) {
    Instant longAgo = database.now().minus(retention);
    return (int)
        locked.stream()
            .filter(
                id ->
                    table.update(
                        database.current(),
                        id,
                        Held.WAIT,
                        row -> isStillAbandoned(row, longAgo) && guard.test(row),
                        change))
            .count();
  }

  private boolean isStillAbandoned(FakeRow row, Instant longAgo) {
    return table
        .lease(database.current(), row.fence())
        .filter(until -> until.isAfter(longAgo))
        .isEmpty();
  }
}
