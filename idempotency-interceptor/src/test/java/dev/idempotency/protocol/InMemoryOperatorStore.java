// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.RecordDetails;
import dev.idempotency.protocol.FakeTable.Held;
import dev.idempotency.protocol.StoredStep.State;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What operators read and change, on the fake database. */
final class InMemoryOperatorStore implements OperatorStore {

  private final InMemoryRecordStore database;

  InMemoryOperatorStore(InMemoryRecordStore database) {
    this.database = database;
  }

  @Override
  public Optional<RecordDetails> details(RecordId id) {
    return database.table().select(database.current(), id).map(this::details);
  }

  private RecordDetails details(FakeRow row) {
    Outcome outcome = row.outcome();
    return new RecordDetails(
        row.fence().id().value(),
        "transfers.create",
        "alice",
        row.state().name(),
        row.retryable(),
        row.fence().attempt(),
        "somebody",
        null,
        row.times().startedAt(),
        row.times().startedAt(),
        Duration.between(database.now(), row.times().leaseUntil()),
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
