// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Counts ticks that failed, and says so at most once a minute. Safe for concurrent use. */
final class TickFailures {

  private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

  private final LongSupplier nanoClock;
  private long count;
  private long told;
  private long lastTold;

  TickFailures(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  synchronized void add(RuntimeException cause) {
    count++;
    long now = nanoClock.getAsLong();
    if (told == 0 || now - lastTold >= TOLD_EVERY.toNanos()) {
      Log.leasesNotRenewed(count - told, cause);
      told = count;
      lastTold = now;
    }
  }

  synchronized long count() {
    return count;
  }
}
