// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.util.Optional;

/** The statements of one node of the model: a point before each. */
final class ModelStore implements RecordStore {

  private final ModelWorld world;
  private final ModelNode node;
  private final ModelStatements statements;

  ModelStore(ModelWorld world, ModelNode node) {
    this.world = world;
    this.node = node;
    this.statements = new ModelStatements(world, node);
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    node.knows(claimant);
    node.stopsSettling();
    return statements.change(
        "insert", () -> world.database().insert(identity, fingerprint, claimant));
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    return statements.look("read", () -> world.database().read(id));
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return statements.look("lock", () -> world.database().lock(id));
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return statements.change(
        "replaceExpired", () -> world.database().replaceExpired(seen, fingerprint, claimant));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return statements.change("claimAgain", () -> world.database().claimAgain(seen, claimant));
  }

  @Override
  public boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    node.knows(claimant);
    return statements.change(
        "insertAlone", () -> world.database().insertAlone(identity, fingerprint, claimant));
  }

  @Override
  public boolean replaceExpiredAlone(
      StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return statements.change(
        "replaceExpiredAlone",
        () -> world.database().replaceExpiredAlone(seen, fingerprint, claimant));
  }

  @Override
  public boolean claimAgainAlone(StoredRecord seen, Claimant claimant) {
    return statements.change(
        "claimAgainAlone", () -> world.database().claimAgainAlone(seen, claimant));
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    return statements.changeOwn(
        fence, "storeOutcome", () -> world.database().storeOutcome(fence, outcome, retention));
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return statements.changeOwn(
        fence, "markRefused", () -> world.database().markRefused(fence, refusal, retention));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return statements.changeOwn(
        fence, "markRetryable", () -> world.database().markRetryable(fence, retention));
  }

  @Override
  public boolean delete(Fence fence) {
    return statements.changeOwn(fence, "delete", () -> world.database().delete(fence));
  }
}
