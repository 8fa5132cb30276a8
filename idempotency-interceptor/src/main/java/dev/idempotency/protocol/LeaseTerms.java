// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;

/**
 * For how long a claim keeps others away.
 *
 * @param staleAfter how long it is respected without a sign of life
 * @param longestRun how long after the claim its owner still gives signs of life; never shorter
 *     than {@code staleAfter}
 */
public record LeaseTerms(Duration staleAfter, Duration longestRun) {

  /** A renewal may fail twice before the lease runs out. */
  private static final int TICKS_PER_LEASE = 3;

  /** How long a call runs before it first gives a sign of life, and how often it does then. */
  Duration tick() {
    return staleAfter.dividedBy(TICKS_PER_LEASE);
  }
}
