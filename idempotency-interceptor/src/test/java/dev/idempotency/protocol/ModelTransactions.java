// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one node of the model: a point before each begin, commit and rollback. Beside
 * the port it plays the container.
 */
final class ModelTransactions implements Transactions {

  private final ModelWorld world;
  private final ModelNode node;

  ModelTransactions(ModelWorld world, ModelNode node) {
    this.world = world;
    this.node = node;
  }

  private InMemoryTransactions fake() {
    return world.database().transactions();
  }

  private static StoreException failed(String message) {
    return new StoreException(
        StoreException.Kind.OTHER, message, new IllegalStateException("connection lost"));
  }

  @Override
  public <T> T inNew(Supplier<T> work) {
    if (node.reach(ModelPoint.local("begin", ModelAction.OF_BEGIN)) == ModelAction.FAIL) {
      throw failed("no connection");
    }
    world.hasBegun(fake().begin());
    T result;
    try {
      result = work.get();
    } catch (RuntimeException e) {
      rollBack();
      throw e;
    }
    StoreException failure = end("commit");
    if (failure != null) {
      throw failure;
    }
    return result;
  }

  @Override
  public void outside(Runnable work) {
    fake().outside(work);
  }

  @Override
  public Ended inBusiness(Runnable work) {
    if (node.reach(ModelPoint.local("begin of the work", ModelAction.OF_BEGIN))
        == ModelAction.FAIL) {
      return new Ended(End.NOT_COMMITTED, failed("no connection"));
    }
    beginBusiness();
    work.run();
    StoreException failure = end("commit of the work");
    return new Ended(failure == null ? End.COMMITTED : End.NOT_COMMITTED, failure);
  }

  /** Begins a business transaction as the container does. */
  void beginBusiness() {
    FakeTransaction begun = fake().begin();
    world.hasBegun(begun);
    world.isBusiness(begun);
  }

  /** Ends it as the container does; whether it is known to have committed. */
  boolean endBusiness() {
    return end("commit of the work") == null;
  }

  /** Ends the thread's transaction: null where it has committed and everybody knows. */
  private @Nullable StoreException end(String point) {
    FakeTransaction ending = world.currentTransaction();
    if (!ending.canCommit()) {
      rollBack();
      return failed("rolled back");
    }
    ModelAction action =
        node.reach(
            node.holdsNothing()
                ? ModelPoint.local(point, ModelAction.OF_EMPTY_END)
                : ModelPoint.of(point, ModelAction.OF_COMMIT));
    return switch (action) {
      case GO -> {
        fake().commit();
        yield null;
      }
      case COMMIT_UNACKNOWLEDGED -> {
        fake().commitUnknown();
        yield failed("the acknowledgement was lost");
      }
      case LEAVE_IN_DOUBT -> {
        fake().detach();
        world.leaveInDoubt(ending);
        ending.tell(End.NOT_COMMITTED);
        yield failed("the connection was cut");
      }
      case COMMIT_AND_DIE -> {
        fake().commitSilently();
        node.die();
        throw new ModelThread.Death();
      }
      default -> {
        fake().rollback();
        yield failed("the commit failed");
      }
    };
  }

  private void rollBack() {
    node.reach(
        new ModelPoint("rollback", ModelAction.OF_ROLLBACK, () -> true, node.holdsNothing()));
    fake().rollback();
  }

  @Override
  public State state() {
    node.requireAlive();
    return fake().state();
  }

  @Override
  public @Nullable Object key() {
    node.requireAlive();
    return fake().key();
  }

  @Override
  public void setRollbackOnly() {
    node.requireAlive();
    fake().setRollbackOnly();
  }

  @Override
  public void onEnd(Consumer<End> end) {
    node.requireAlive();
    fake().onEnd(end);
  }

  @Override
  public @Nullable Object resource(Object key) {
    node.requireAlive();
    return fake().resource(key);
  }

  @Override
  public void putResource(Object key, Object value) {
    node.requireAlive();
    fake().putResource(key, value);
  }
}
