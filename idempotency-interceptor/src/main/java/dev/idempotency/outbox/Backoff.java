// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** When a message is tried again. Safe for concurrent use. */
final class Backoff {

  /** However long a receiver asks for, a message is looked at once a day. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private static final int MOST_DOUBLINGS = 40;

  private final DestinationTerms terms;
  private final DoubleSupplier random;

  /**
   * Creates the backoff of a destination.
   *
   * @param random numbers from 0 to below 1
   */
  Backoff(DestinationTerms terms, DoubleSupplier random) {
    this.terms = terms;
    this.random = random;
  }

  /** The wait after a failed attempt: doubled each time, and of that a random half to whole. */
  Duration after(int attempt) {
    double doubled =
        (double) terms.backoff().toMillis() * Math.pow(2, Math.min(attempt - 1, MOST_DOUBLINGS));
    double bounded = Math.min(doubled, (double) terms.longestBackoff().toMillis());
    return Duration.ofMillis((long) (bounded * (1 + random.getAsDouble()) / 2));
  }

  /** The same, but not before the receiver wants it again. */
  Duration after(int attempt, Duration asked) {
    Duration own = after(attempt);
    Duration longer = asked.compareTo(own) > 0 ? asked : own;
    return longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
  }
}
