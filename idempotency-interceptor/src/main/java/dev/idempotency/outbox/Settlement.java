// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.UUID;

/**
 * How a claim of a message ends.
 *
 * @param id the message
 * @param token the claim
 * @param state what it becomes
 * @param delay after which time a pending one is due; zero for a final one
 * @param attempts how often it counts as claimed from now on
 * @param failure why the last delivery did not succeed; empty for one that did, or for none
 */
public record Settlement(
    UUID id, UUID token, MessageState state, Duration delay, int attempts, String failure) {

  /** Checks the move. */
  public Settlement {
    if (!MessageState.DELIVERING.mayBecome(state)) {
      throw new IllegalArgumentException("A delivery does not end as " + state);
    }
  }
}
