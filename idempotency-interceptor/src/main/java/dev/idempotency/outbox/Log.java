// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.protocol.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** What the outbox tells an operator: ids and destinations, never payloads. */
final class Log {

  private static final Logger LOGGER = System.getLogger("dev.idempotency");

  private Log() {}

  static void abandoned(HeldMessage message, String reason) {
    LOGGER.log(
        Level.WARNING,
        "Message %s to %s is given up after attempt %d: %s"
            .formatted(message.id(), message.destination(), message.attempt(), reason));
  }

  static void relayFails(long times, Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The outbox's relay could not reach its table (%d times since this was last said): %s"
            .formatted(times, Causes.describe(cause)));
  }

  static void relayWorksAgain() {
    LOGGER.log(Level.INFO, "The outbox's relay reaches its table again");
  }

  static void notPurged(Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "Messages of the outbox could not be purged; the next minute tries again: "
            + Causes.describe(cause));
  }

  static void noThread(Throwable cause) {
    LOGGER.log(
        Level.WARNING,
        "The outbox's relay got no thread and tries again later: " + Causes.describe(cause));
  }

  static void stillDelivering(int deliveries) {
    LOGGER.log(
        Level.INFO,
        "%d deliveries of the outbox did not end before the application; they come again when their"
                .formatted(deliveries)
            + " leases run out");
  }
}
