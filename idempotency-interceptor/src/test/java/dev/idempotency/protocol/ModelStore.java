// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** The statements of one node of the model: a point before each. */
final class ModelStore implements RecordStore {

  private final ModelWorld world;
  private final ModelNode node;

  ModelStore(ModelWorld world, ModelNode node) {
    this.world = world;
    this.node = node;
  }

  private boolean change(String name, Supplier<Boolean> statement) {
    return statement(name, statement, String::valueOf);
  }

  /** A statement of an owner changes nobody else's claim. */
  private boolean changeOwn(Fence fence, String name, Supplier<Boolean> statement) {
    return change(
        name,
        () -> {
          boolean changed = statement.get();
          FakeRow before = world.row();
          ModelMonitor.require(
              !changed || (before != null && before.fence().equals(fence)),
              "a statement changed the claim of another",
              name,
              before);
          return changed;
        });
  }

  private Optional<StoredRecord> look(String name, Supplier<Optional<StoredRecord>> statement) {
    return statement(name, statement, found -> found.map(world.names()::of).orElse("none"));
  }

  private <T> T statement(String name, Supplier<T> statement, Function<T, String> told) {
    ModelAction action = node.reach(ModelPoint.of(name, ModelAction.OF_STATEMENT));
    if (action == ModelAction.FAIL) {
      throw FakeTable.failed(
          world.currentTransaction(), StoreException.Kind.OTHER, "the statement failed");
    }
    try {
      T result = statement.get();
      node.observed(told.apply(result));
      return result;
    } catch (StoreException e) {
      node.observed(e.kind().name());
      throw e;
    } catch (AssertionError e) {
      // The code under test handles every Throwable of a method.
      world.scheduler().violated(e);
      throw e;
    }
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    node.knows(claimant);
    node.stopsSettling();
    return change("insert", () -> world.database().insert(identity, fingerprint, claimant));
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    return look("read", () -> world.database().read(id));
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return look("lock", () -> world.database().lock(id));
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return change(
        "replaceExpired", () -> world.database().replaceExpired(seen, fingerprint, claimant));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return change("claimAgain", () -> world.database().claimAgain(seen, claimant));
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    return changeOwn(
        fence, "storeOutcome", () -> world.database().storeOutcome(fence, outcome, retention));
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return changeOwn(
        fence, "markRefused", () -> world.database().markRefused(fence, refusal, retention));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return changeOwn(
        fence, "markRetryable", () -> world.database().markRetryable(fence, retention));
  }

  @Override
  public boolean delete(Fence fence) {
    return changeOwn(fence, "delete", () -> world.database().delete(fence));
  }
}
