// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One process of the model, from its start to its death, with the production protocol in it. All
 * that its threads can know is what they have observed, in one order; the digest of that stands for
 * its memory.
 */
final class ModelNode {

  /** What the node has planned. */
  private record Tick(Instant at, Runnable task) {}

  private static final int JOINED_CLAIMS = 2;

  private final ModelWorld world;
  private final ModelTransactions transactions;
  private final Protocols protocol;
  private final List<ModelThread> threads = new ArrayList<>();
  private final boolean singleThreaded;
  private final String name;
  private long memory;
  private int tasks;
  private boolean dead;
  private @Nullable Tick nextTick;
  private @Nullable ModelThread settling;

  ModelNode(ModelWorld world, String name, boolean singleThreaded) {
    this.singleThreaded = singleThreaded;
    this.world = world;
    this.name = name;
    this.transactions = new ModelTransactions(world, this);
    this.protocol =
        new Protocols(
            new ModelStore(world, this),
            new ModelStepStore(world, new ModelStatements(world, this)),
            world.database().operators(),
            new Renewals(
                new ModelLeaseStore(world, new ModelStatements(world, this)),
                transactions,
                this::plan,
                world::nanoTimeUnderLock),
            transactions,
            new NodeSettings(name, JOINED_CLAIMS),
            this::handOver,
            world::pause,
            world::nanoTime);
  }

  Protocols protocol() {
    return protocol;
  }

  ModelTransactions transactions() {
    return transactions;
  }

  void runs(ModelThread thread) {
    threads.add(thread);
    thread.runsOn(this);
  }

  long memory() {
    return memory;
  }

  /** Of what was observed, only this matters any more. */
  void remembers(String what) {
    memory = ModelState.mix(0, world.scheduler().me().name(), what);
  }

  /** Whether its only thread keeps all that it has. */
  boolean isSingleThreaded() {
    return singleThreaded;
  }

  void requireAlive() {
    world.scheduler().requireAlive();
  }

  ModelAction reach(ModelPoint point) {
    ModelAction action = world.scheduler().reach(point);
    observed(point.name() + action.name());
    if (action == ModelAction.DIE) {
      die();
      throw new ModelThread.Death();
    }
    return action;
  }

  /** Whether nobody but its only thread would notice if it died. */
  boolean holdsNothing() {
    long alive = threads.stream().filter(thread -> !thread.hasEnded()).count();
    return alive == 1
        && world.scheduler().me().begun().stream().allMatch(world.database()::holdsNothing);
  }

  void observed(String what) {
    memory = ModelState.mix(memory, world.scheduler().me().name(), what);
  }

  /** The process ends: what it had open is rolled back, and what it knew is gone. */
  void die() {
    dead = true;
    for (ModelThread thread : threads) {
      if (!thread.hasEnded()) {
        thread.dies();
        world.rollBackAllOf(thread);
      }
    }
  }

  // What its threads must not meet at: a settlement waits for another one under a lock of its own.

  /** Runs what may settle an attempt of this node, when nobody else does. */
  void settle(String name, Runnable settlement) {
    reach(ModelPoint.when(() -> settling == null, name, ModelAction.OF_WAIT));
    settling = world.scheduler().me();
    try {
      settlement.run();
    } finally {
      stopsSettling();
    }
  }

  /** A call has settled what an earlier one left behind when its own first statement comes. */
  void stopsSettling() {
    if (settling == world.scheduler().me()) {
      settling = null;
    }
  }

  // The ticker

  private void plan(Duration delay, Runnable task) {
    nextTick = new Tick(world.clock().instant().plus(delay), task);
  }

  /** Starts what was planned for now or before. */
  void tick() {
    Tick tick = nextTick;
    if (dead || tick == null || tick.at().isAfter(world.clock().instant())) {
      return;
    }
    nextTick = null;
    tasks++;
    ModelThread thread =
        world.scheduler().spawn("tick " + tasks + " of " + name, () -> work(tick.task()));
    runs(thread);
    thread.calls(thread.name(), world.clock().instant());
  }

  void describe(StringBuilder text) {
    text.append(memory);
    if (nextTick != null) {
      text.append(Duration.between(world.clock().instant(), nextTick.at()));
    }
  }

  // The executor

  private void handOver(Runnable task) {
    tasks++;
    String name = world.scheduler().me().name() + "'s task " + tasks;
    runs(world.scheduler().spawn(name, () -> work(() -> settle("take the task", task))));
  }

  private void work(Runnable task) {
    try {
      task.run();
    } finally {
      // Whoever died leaves nothing for the next user of the thread.
      world.database().transactions().die();
    }
  }

  /** Names a token and the life that it may begin after the call that made them. */
  void knows(Claimant claimant) {
    if (!world.names().knows(claimant.token())) {
      String name = world.scheduler().me().nextClaim();
      world.names().name(claimant.token(), "token " + name);
      world.names().name(claimant.newLife(), "life " + name);
    }
  }
}
