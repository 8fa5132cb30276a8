// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.FakeTable.Held;
import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.StoredStep.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The steps on the fake database, as part of their record's row: every statement about a step locks
 * its record.
 */
final class InMemoryStepStore implements StepStore {

  private final InMemoryRecordStore database;
  private final List<String> evidence = new CopyOnWriteArrayList<>();

  InMemoryStepStore(InMemoryRecordStore database) {
    this.database = database;
  }

  /** What lost owners came back with: attempt and name. */
  List<String> evidence() {
    return evidence;
  }

  @Override
  public List<StoredStep> recorded(Fence fence) {
    Instant now = database.now();
    return database.table().select(database.current(), fence.id()).stream()
        .flatMap(row -> row.steps().stream())
        .map(step -> step.seenAt(now))
        .toList();
  }

  @Override
  public boolean completePhase(Fence fence, Place place, byte[] result) {
    return change(fence, row -> true, row -> with(row, place, Kind.PHASE, State.DONE, result));
  }

  @Override
  public boolean begin(Fence fence, Place place, Duration staleAfter) {
    return change(
        fence,
        row -> true,
        row -> {
          Instant begun =
              row.step(place)
                  .filter(step -> step.state() != State.NOT_DONE)
                  .map(FakeStep::begun)
                  .orElse(database.now());
          FakeStep step = new FakeStep(place, Kind.EXTERNAL, State.BEGUN, begun, null);
          return row.with(step, database.now().plus(staleAfter));
        });
  }

  @Override
  public boolean finish(Fence fence, Place place, byte[] result) {
    return change(
        fence,
        row -> isIn(row, place, State.BEGUN),
        row -> with(row, place, Kind.EXTERNAL, State.DONE, result));
  }

  @Override
  public boolean markNotDone(Fence fence, Place place, Kind kind) {
    return change(
        fence,
        row -> !isIn(row, place, State.DONE),
        row -> with(row, place, kind, State.NOT_DONE, null));
  }

  @Override
  public void keepEvidence(Fence fence, Place place, byte[] result) {
    String late = "attempt " + fence.attempt() + " " + place.name();
    database.table().writeOther(database.current(), () -> evidence.add(late));
  }

  private static boolean isIn(FakeRow row, Place place, State state) {
    Optional<FakeStep> step = row.step(place);
    return step.isPresent() && step.get().state() == state;
  }

  private FakeRow with(FakeRow row, Place place, Kind kind, State state, byte @Nullable [] result) {
    Instant begun = row.step(place).map(FakeStep::begun).orElse(database.now());
    return row.with(new FakeStep(place, kind, state, begun, result), row.times().leaseUntil());
  }

  private boolean change(Fence fence, Predicate<FakeRow> guard, UnaryOperator<FakeRow> change) {
    return database
        .table()
        .update(
            database.current(),
            fence.id(),
            Held.WAIT,
            row -> database.isOwned(row, fence) && guard.test(row),
            change);
  }
}
