// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of the model. It runs only while it has the turn. */
final class ModelThread {

  /** Unwinds a thread whose process is dead, through code that must not notice. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("the process of this thread is dead", null, false, false);
    }
  }

  private final String name;
  private final Runnable body;
  private final Executor threads;
  private ModelPoint next = ModelPoint.local("start", ModelAction.ONLY_GO);
  private @Nullable ModelNode node;
  private String call = "";
  private int claims;
  private int looksAtTheClock;
  private @Nullable Instant calledAt = Instant.EPOCH;
  private final List<FakeTransaction> begun = new ArrayList<>();
  private boolean started;
  private boolean ended;
  private boolean dying;
  private volatile @Nullable Thread thread;
  private volatile @Nullable ModelAction turn;

  ModelThread(String name, Runnable body, Executor threads) {
    this.name = name;
    this.body = body;
    this.threads = threads;
  }

  String name() {
    return name;
  }

  /** What it does when it gets the turn. */
  ModelPoint next() {
    return next;
  }

  void stopsAt(ModelPoint point) {
    next = point;
  }

  void runsOn(ModelNode process) {
    node = process;
  }

  ModelNode node() {
    return Objects.requireNonNull(node);
  }

  /** Begins a call; what it makes is named after it. */
  void calls(String callName, Instant now) {
    call = callName;
    claims = 0;
    calledAt = now;
    looksAtTheClock = 0;
  }

  /**
   * Whether the clock is looked at for the first time in this call: all later looks are compared.
   */
  boolean looksFirst() {
    looksAtTheClock++;
    return looksAtTheClock == 1;
  }

  /** When the call began; null where no bound of time is left that could end it. */
  @Nullable Instant calledAt() {
    return calledAt;
  }

  void isUnbounded() {
    calledAt = null;
  }

  String nextClaim() {
    claims++;
    return call + "." + claims;
  }

  void hasBegun(FakeTransaction transaction) {
    begun.add(transaction);
  }

  List<FakeTransaction> begun() {
    return begun;
  }

  boolean isStarted() {
    return started;
  }

  boolean hasEnded() {
    return ended;
  }

  void end() {
    ended = true;
  }

  /** Whether its process is dead and its stack has not been unwound yet. */
  boolean isDying() {
    return dying;
  }

  void dies() {
    dying = true;
  }

  void livesAgain() {
    dying = false;
  }

  void giveTurn(ModelAction action) {
    if (!started) {
      started = true;
      threads.execute(
          () -> {
            thread = Thread.currentThread();
            body.run();
          });
      return;
    }
    turn = action;
    LockSupport.unpark(Objects.requireNonNull(thread));
  }

  ModelAction awaitTurn() {
    ModelAction given;
    while ((given = turn) == null) {
      LockSupport.park(this);
    }
    turn = null;
    return given;
  }
}
