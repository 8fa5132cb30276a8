// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Lets calls of a busy record wait for its outcome, up to their operation's bound, instead of being
 * refused at once (P43). A waiter holds neither a connection nor a lock: it sleeps, and then the
 * one decision is made again. So it learns of an owner on any node.
 */
final class Waiters {

  private static final int MAX_WAITERS = 16;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

  private final Pause pause;
  private final LongSupplier nanoClock;
  private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

  Waiters(Pause pause, LongSupplier nanoClock) {
    this.pause = pause;
    this.nanoClock = nanoClock;
  }

  /** Decides, and decides again while the record is busy and the call may wait. */
  Claims.Result decide(Operation operation, Supplier<Claims.Result> decision) {
    Claims.Result result = decision.get();
    if (!result.isBusy() || operation.waitBound().isZero()) {
      return result;
    }
    Semaphore place = places.computeIfAbsent(operation.name(), name -> new Semaphore(MAX_WAITERS));
    if (!place.tryAcquire()) {
      return result;
    }
    try {
      return decideAgain(result, operation.waitBound(), decision);
    } finally {
      place.release();
    }
  }

  private Claims.Result decideAgain(
      Claims.Result busy, Duration bound, Supplier<Claims.Result> decision) {
    long deadline = nanoClock.getAsLong() + bound.toNanos();
    Duration next = FIRST_PAUSE;
    Claims.Result result = busy;
    while (result.isBusy()) {
      Duration left = Duration.ofNanos(deadline - nanoClock.getAsLong());
      if (left.isNegative() || left.isZero() || !paused(shorter(next, left))) {
        break;
      }
      result = decision.get();
      next = shorter(next.multipliedBy(2), LONGEST_PAUSE);
    }
    return result;
  }

  /** Whoever interrupts the thread ends its waiting. */
  private boolean paused(Duration duration) {
    try {
      pause.sleep(duration);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
