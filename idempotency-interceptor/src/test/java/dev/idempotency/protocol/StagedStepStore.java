// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** One node's access to the steps of the fake store, with a stage before and after each. */
final class StagedStepStore implements StepStore {

  /** The statements. */
  enum Statement {
    RECORDED,
    COMPLETE_PHASE,
    BEGIN,
    FINISH,
    MARK_NOT_DONE,
    KEEP_EVIDENCE
  }

  private final Stage<Statement> before = new Stage<>();
  private final InMemoryRecordStore database;

  StagedStepStore(InMemoryRecordStore database) {
    this.database = database;
  }

  Stage<Statement> before() {
    return before;
  }

  /** An action that fails the statement, and thereby the transaction. */
  Runnable failure() {
    return () -> {
      throw FakeTable.failed(database.current(), StoreException.Kind.OTHER, "staged failure");
    };
  }

  private <T> T staged(Statement statement, Supplier<T> work) {
    before.reach(statement);
    return work.get();
  }

  @Override
  public List<StoredStep> recorded(Fence fence) {
    return staged(Statement.RECORDED, () -> database.steps().recorded(fence));
  }

  @Override
  public boolean completePhase(Fence fence, Place place, byte[] result) {
    return staged(
        Statement.COMPLETE_PHASE, () -> database.steps().completePhase(fence, place, result));
  }

  @Override
  public boolean begin(Fence fence, Place place, Duration staleAfter) {
    return staged(Statement.BEGIN, () -> database.steps().begin(fence, place, staleAfter));
  }

  @Override
  public boolean finish(Fence fence, Place place, byte[] result) {
    return staged(Statement.FINISH, () -> database.steps().finish(fence, place, result));
  }

  @Override
  public boolean markNotDone(Fence fence, Place place, Kind kind) {
    return staged(Statement.MARK_NOT_DONE, () -> database.steps().markNotDone(fence, place, kind));
  }

  @Override
  public void keepEvidence(Fence fence, Place place, byte[] result) {
    staged(
        Statement.KEEP_EVIDENCE,
        () -> {
          database.steps().keepEvidence(fence, place, result);
          return true;
        });
  }
}
