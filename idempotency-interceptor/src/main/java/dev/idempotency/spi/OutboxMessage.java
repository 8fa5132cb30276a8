// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A message that is to be delivered. Immutable. */
public interface OutboxMessage {

  /**
   * Returns the id by which a receiver recognises a second delivery.
   *
   * @return the same in every delivery
   */
  UUID id();

  /**
   * Returns where the message is going.
   *
   * @return the destination's name
   */
  String destination();

  /**
   * Returns what it carries.
   *
   * @return a copy
   */
  byte[] payload();

  /**
   * Returns what the payload is.
   *
   * @return a media type
   */
  String mediaType();

  /**
   * Returns the headers.
   *
   * @return name to value, in order; unmodifiable
   */
  Map<String, String> headers();

  /**
   * Returns the group within which the order is kept.
   *
   * @return empty where the message has no order
   */
  Optional<String> group();

  /**
   * Returns how often it has been claimed for a delivery, this one included.
   *
   * @return 1 for the first
   */
  int attempt();

  /**
   * Returns how long the delivery may take.
   *
   * @return the destination's time-out
   */
  Duration timeout();
}
