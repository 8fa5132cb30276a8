// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Remembers that the database failed the relay, which rests for a while then, and says so at most
 * once a minute. Safe for concurrent use.
 */
final class RelayFailures {

  private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

  private final LongSupplier nanoClock;
  private final Duration rest;
  private long untold;
  private boolean failing;
  private long lastFailedAt;
  private long lastToldAt;

  RelayFailures(LongSupplier nanoClock, Duration rest) {
    this.nanoClock = nanoClock;
    this.rest = rest;
  }

  synchronized boolean isResting() {
    return failing && nanoClock.getAsLong() - lastFailedAt < rest.toNanos();
  }

  synchronized void failed(RuntimeException cause) {
    long now = nanoClock.getAsLong();
    untold++;
    if (!failing || now - lastToldAt >= TOLD_EVERY.toNanos()) {
      Log.relayFails(untold, cause);
      untold = 0;
      lastToldAt = now;
    }
    failing = true;
    lastFailedAt = now;
  }

  synchronized void worked() {
    if (failing) {
      failing = false;
      Log.relayWorksAgain();
    }
  }
}
