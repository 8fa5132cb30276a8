// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one tick that is planned next. A tick that an earlier one made pointless does nothing; each
 * plans its successor when it has run, so two never run at once. Safe for concurrent use.
 */
final class TickPlan {

  /** A tick that is to come; compared by identity. */
  private static final class Planned {
    final long at;

    Planned(long at) {
      this.at = at;
    }
  }

  private final Ticker ticker;
  private final LongSupplier nanoClock;
  private final Runnable tick;
  private final LongFunction<OptionalLong> nextDelay;
  private final TickFailures failures;

  private volatile @Nullable Planned next;
  private boolean ticking;

  /**
   * Creates a plan without a tick.
   *
   * @param tick what a tick does; throws nothing
   * @param nextDelay given the clock's reading, in how many nanoseconds the next tick has something
   *     to do; empty where nothing is to come
   */
  TickPlan(
      Ticker ticker,
      LongSupplier nanoClock,
      Runnable tick,
      LongFunction<OptionalLong> nextDelay,
      TickFailures failures) {
    this.ticker = ticker;
    this.nanoClock = nanoClock;
    this.tick = tick;
    this.nextDelay = nextDelay;
    this.failures = failures;
  }

  /** Makes sure of a tick at that time or before. Costs one read where there is one. */
  void by(long due) {
    if (!isPlannedBy(due)) {
      synchronized (this) {
        // The tick that runs looks at all calls when it plans the next one.
        if (!ticking && !isPlannedBy(due)) {
          plan(due, nanoClock.getAsLong());
        }
      }
    }
  }

  private boolean isPlannedBy(long due) {
    Planned planned = next;
    return planned != null && planned.at - due <= 0;
  }

  private void plan(long at, long now) {
    Planned planned = new Planned(at);
    next = planned;
    try {
      ticker.schedule(Duration.ofNanos(Math.max(0, at - now)), () -> run(planned));
    } catch (RuntimeException e) {
      // The next call tries again.
      next = null;
      failures.add(e);
    }
  }

  private void run(Planned planned) {
    synchronized (this) {
      if (next != planned) {
        return;
      }
      ticking = true;
      next = null;
    }
    try {
      tick.run();
    } finally {
      synchronized (this) {
        ticking = false;
        long now = nanoClock.getAsLong();
        nextDelay.apply(now).ifPresent(delay -> plan(now + delay, now));
      }
    }
  }
}
