// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of a delivery. Immutable. */
public final class DeliveryResult {

  /** What happens to the message. */
  public enum Kind {
    /** It has arrived and is not delivered again. */
    DELIVERED,
    /** It is delivered again later, as long as attempts are left. */
    RETRY,
    /** It will never be taken, and is given up at once. */
    ABANDON
  }

  private static final DeliveryResult DELIVERED = new DeliveryResult(Kind.DELIVERED, "", null);

  private final Kind kind;
  private final String reason;
  private final @Nullable Duration after;

  private DeliveryResult(Kind kind, String reason, @Nullable Duration after) {
    this.kind = kind;
    this.reason = reason;
    this.after = after;
  }

  /**
   * The message has arrived.
   *
   * @return the result
   */
  public static DeliveryResult delivered() {
    return DELIVERED;
  }

  /**
   * The message could not be delivered now; the destination's backoff says when it is tried again.
   *
   * @param reason shown to operators; never part of the payload
   * @return the result
   */
  public static DeliveryResult retry(String reason) {
    return new DeliveryResult(Kind.RETRY, reason, null);
  }

  /**
   * The message could not be delivered now, and the receiver has said when to come again.
   *
   * @param reason shown to operators; never part of the payload
   * @param after the shortest wait; the destination's backoff may make it longer, and a day is the
   *     most
   * @return the result
   */
  public static DeliveryResult retry(String reason, Duration after) {
    return new DeliveryResult(Kind.RETRY, reason, after);
  }

  /**
   * The receiver will never take the message.
   *
   * @param reason shown to operators; never part of the payload
   * @return the result
   */
  public static DeliveryResult abandon(String reason) {
    return new DeliveryResult(Kind.ABANDON, reason, null);
  }

  /**
   * Returns what happens to the message.
   *
   * @return the kind
   */
  public Kind kind() {
    return kind;
  }

  /**
   * Returns why it was not delivered.
   *
   * @return empty where it was
   */
  public String reason() {
    return reason;
  }

  /**
   * Returns when the receiver wants it again.
   *
   * @return empty where it did not say
   */
  public Optional<Duration> after() {
    return Optional.ofNullable(after);
  }
}
