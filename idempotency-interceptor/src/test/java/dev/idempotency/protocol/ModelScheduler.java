// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.ModelThread.Death;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the threads of one run of the model, one at a time: a thread runs until its next call of a
 * port, where it is chosen who goes on and how. Which thread runs is the only thing it knows about
 * the protocol's code; nothing in that code knows of it.
 */
final class ModelScheduler {

  private final ExecutorService pool;
  private final Supplier<List<ModelChoice>> happenings;
  private final ModelChoice.Chooser chooser;
  private final BooleanSupplier faultsLeft;
  private final List<ModelThread> threads = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private @Nullable ModelThread running;
  private boolean stopped;
  private boolean complete;
  private boolean free;
  private @Nullable Throwable violation;
  private int toUnwind;

  ModelScheduler(
      ExecutorService pool,
      Supplier<List<ModelChoice>> happenings,
      BooleanSupplier faultsLeft,
      ModelChoice.Chooser chooser) {
    this.pool = pool;
    this.happenings = happenings;
    this.faultsLeft = faultsLeft;
    this.chooser = chooser;
  }

  /** Adds a thread, which starts when it gets its first turn. */
  ModelThread spawn(String name, Runnable body) {
    ModelThread[] self = new ModelThread[1];
    self[0] = new ModelThread(name, () -> runToEnd(self[0], body), pool);
    threads.add(self[0]);
    return self[0];
  }

  List<ModelThread> threads() {
    return threads;
  }

  /** Runs until everybody has ended or the chooser ends it; what a thread threw is thrown on. */
  void run() {
    ModelChoice.Turn first = choose();
    if (first != null) {
      handTo(first);
      awaitOver();
    }
    running = null;
    if (violation instanceof Error error) {
      throw error;
    }
    if (violation != null) {
      throw new AssertionError("a thread of the model failed", violation);
    }
  }

  /** Whether everybody ended by themselves. */
  boolean isComplete() {
    return complete;
  }

  /** Whether everybody is only to unwind. */
  boolean isStopped() {
    return stopped;
  }

  /** Ends the run at the next point, whatever the code under test makes of the error. */
  void violated(AssertionError error) {
    if (violation == null) {
      violation = error;
    }
  }

  /** The thread that has the turn. */
  ModelThread me() {
    return Objects.requireNonNull(running, "no thread of the model has the turn");
  }

  /** From now on the calling thread plays this one, on its own and without choices. */
  void setFree(ModelThread alone) {
    free = true;
    running = alone;
  }

  /** Stops the calling thread at a point until it is chosen to go on. */
  ModelAction reach(ModelPoint point) {
    if (free) {
      if (!point.ready().getAsBoolean()) {
        throw new AssertionError("with nobody else about, something waits: " + point.name());
      }
      return ModelAction.GO;
    }
    ModelThread me = running;
    if (me == null || stopped || me.isDying()) {
      throw new Death();
    }
    me.stopsAt(point);
    ModelChoice.Turn chosen = choose();
    ModelAction action;
    if (chosen == null) {
      stop(me);
      throw new Death();
    }
    if (chosen.thread() == me) {
      action = chosen.action();
    } else {
      handTo(chosen);
      action = me.awaitTurn();
    }
    if (stopped || me.isDying()) {
      throw new Death();
    }
    running = me;
    return action;
  }

  /** Refuses the calls of a thread that no longer lives. */
  void requireAlive() {
    ModelThread me = running;
    if (!free && (me == null || stopped || me.isDying())) {
      throw new Death();
    }
  }

  private void runToEnd(ModelThread me, Runnable body) {
    try {
      running = me;
      body.run();
    } catch (Death e) {
      // Unwound.
    } catch (Throwable e) {
      if (!stopped) {
        violation = e;
      }
    }
    if (stopped) {
      unwound();
      return;
    }
    me.end();
    ModelChoice.Turn chosen = violation == null ? choose() : null;
    if (chosen != null) {
      handTo(chosen);
    } else {
      stop(me);
      unwound();
    }
  }

  private static void handTo(ModelChoice.Turn chosen) {
    chosen.thread().giveTurn(chosen.action());
  }

  /** Everybody who has started and not ended unwinds, all at once: they no longer do anything. */
  private void stop(ModelThread me) {
    List<ModelThread> others =
        threads.stream()
            .filter(thread -> thread != me && thread.isStarted() && !thread.hasEnded())
            .toList();
    synchronized (this) {
      toUnwind = others.size() + 1;
    }
    stopped = true;
    others.forEach(thread -> thread.giveTurn(ModelAction.DIE));
  }

  private synchronized void unwound() {
    toUnwind--;
    if (toUnwind == 0) {
      over.countDown();
    }
  }

  private void awaitOver() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Lets things happen until a thread is chosen; null where the run is over. */
  private ModelChoice.@Nullable Turn choose() {
    try {
      while (violation == null) {
        List<ModelChoice> choices = choices();
        if (choices.isEmpty()) {
          complete = true;
          return null;
        }
        ModelChoice chosen = chooser.choose(choices);
        if (chosen instanceof ModelChoice.Happening happening) {
          happening.event().run();
          continue;
        }
        return (ModelChoice.Turn) chosen;
      }
      return null;
    } catch (AssertionError e) {
      violation = e;
      return null;
    }
  }

  private List<ModelChoice> choices() {
    List<ModelChoice> turns = new ArrayList<>();
    boolean somebodyLives = false;
    for (ModelThread thread : threads) {
      if (thread.hasEnded()) {
        continue;
      }
      somebodyLives = true;
      ModelPoint point = thread.next();
      if (thread.isDying()) {
        return List.of(new ModelChoice.Turn(thread, point, ModelAction.DIE));
      }
      List<ModelChoice> own = turnsOf(thread, point);
      if (point.local()) {
        return own;
      }
      turns.addAll(own);
    }
    List<ModelChoice> around = happenings.get();
    if (somebodyLives && turns.isEmpty() && around.isEmpty()) {
      throw new AssertionError("everybody waits and nothing will happen");
    }
    turns.addAll(around);
    return turns;
  }

  private List<ModelChoice> turnsOf(ModelThread thread, ModelPoint point) {
    List<ModelChoice> turns = new ArrayList<>();
    boolean ready = point.ready().getAsBoolean();
    for (ModelAction action : point.actions()) {
      boolean possible =
          switch (action) {
            case GO -> ready;
            case TIME_OUT -> !ready;
            default -> faultsLeft.getAsBoolean();
          };
      if (possible) {
        turns.add(new ModelChoice.Turn(thread, point, action));
      }
    }
    return turns;
  }
}
