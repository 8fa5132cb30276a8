// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** The fake database's clock: it stands still until it is advanced, or follows the real one. */
final class FakeClock implements InstantSource {

  private final boolean real;
  private Instant now = Instant.parse("2030-01-01T00:00:00Z");

  private FakeClock(boolean real) {
    this.real = real;
  }

  static FakeClock stopped() {
    return new FakeClock(false);
  }

  static FakeClock realTime() {
    return new FakeClock(true);
  }

  /** Whole microseconds, as PostgreSQL keeps them. */
  @Override
  public synchronized Instant instant() {
    return (real ? Instant.now() : now).truncatedTo(ChronoUnit.MICROS);
  }

  synchronized void advance(Duration duration) {
    if (real) {
      throw new IllegalStateException("real time cannot be advanced");
    }
    now = now.plus(duration);
  }

  /** The same clock as a monotonic one, in nanoseconds. */
  long nanoTime() {
    return Duration.between(Instant.EPOCH, instant()).toNanos();
  }
}
