// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How long a finished record is kept, counted from its outcome by the database's clock. */
public final class Retention {

  /** Kept without end. */
  public static final Retention FOREVER = new Retention(null);

  private final @Nullable Duration duration;

  private Retention(@Nullable Duration duration) {
    this.duration = duration;
  }

  /**
   * A bounded retention.
   *
   * @param duration a positive duration
   * @return the retention
   */
  public static Retention of(Duration duration) {
    return new Retention(duration);
  }

  /**
   * Returns the bound.
   *
   * @return the duration; empty for {@link #FOREVER}
   */
  public Optional<Duration> duration() {
    return Optional.ofNullable(duration);
  }

  @Override
  public String toString() {
    return duration == null ? "forever" : duration.toString();
  }
}
