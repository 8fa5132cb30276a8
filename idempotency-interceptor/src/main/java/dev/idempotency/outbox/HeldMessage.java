// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.spi.OutboxMessage;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A message that this node has claimed.
 *
 * @param claimed the message
 * @param token the claim
 * @param claimedAt before the claim was sent, by the monotonic clock
 * @param timeout how long its delivery may take
 */
record HeldMessage(ClaimedMessage claimed, UUID token, long claimedAt, Duration timeout)
    implements OutboxMessage {

  /** Whether the lease still covers a whole delivery. */
  boolean mayBegin(long now) {
    return now - claimedAt < DestinationTerms.LONGEST_HOLD.toNanos();
  }

  /** The claim ends as if it had not been. */
  Settlement givenBack() {
    return new Settlement(
        id(), token, MessageState.PENDING, Duration.ZERO, claimed.attempt() - 1, "");
  }

  @Override
  public UUID id() {
    return claimed.id();
  }

  @Override
  public String destination() {
    return claimed.destination();
  }

  @Override
  public byte[] payload() {
    return claimed.payload().clone();
  }

  @Override
  public String mediaType() {
    return claimed.mediaType();
  }

  @Override
  public Map<String, String> headers() {
    return claimed.headers();
  }

  @Override
  public Optional<String> group() {
    return claimed.group();
  }

  @Override
  public int attempt() {
    return claimed.attempt();
  }
}
