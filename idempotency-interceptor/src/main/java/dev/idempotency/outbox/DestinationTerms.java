// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;

/**
 * How a destination is delivered to.
 *
 * @param concurrency how many deliveries are under way at once on one node
 * @param timeout how long a delivery may take
 * @param backoff the wait after the first failure; doubles with each further one
 * @param longestBackoff the longest wait
 * @param attempts after how many claims a message is given up
 */
public record DestinationTerms(
    int concurrency, Duration timeout, Duration backoff, Duration longestBackoff, int attempts) {

  /** How long a claimed message may wait on its node before its delivery begins. */
  static final Duration LONGEST_HOLD = Duration.ofSeconds(10);

  /** What is left for the end of a delivery to be stored. */
  private static final Duration SETTLING = Duration.ofSeconds(5);

  Duration lease() {
    return LONGEST_HOLD.plus(timeout).plus(SETTLING);
  }
}
