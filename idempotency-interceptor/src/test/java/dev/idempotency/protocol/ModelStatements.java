// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * How a node of the model runs a statement: it stops before, may fail, and remembers the result.
 */
final class ModelStatements {

  private final ModelWorld world;
  private final ModelNode node;

  ModelStatements(ModelWorld world, ModelNode node) {
    this.world = world;
    this.node = node;
  }

  boolean change(String name, Supplier<Boolean> statement) {
    return run(name, statement, String::valueOf);
  }

  /** A statement of an owner changes nobody else's claim. */
  boolean changeOwn(Fence fence, String name, Supplier<Boolean> statement) {
    return change(
        name,
        () -> {
          FakeRow before = world.visibleRow();
          boolean changed = statement.get();
          ModelMonitor.require(
              !changed || (before != null && before.fence().equals(fence)),
              "a statement changed the claim of another",
              name,
              before);
          return changed;
        });
  }

  Optional<StoredRecord> look(String name, Supplier<Optional<StoredRecord>> statement) {
    return run(name, statement, found -> found.map(world.names()::of).orElse("none"));
  }

  <T> T run(String name, Supplier<T> statement, Function<T, String> told) {
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
}
