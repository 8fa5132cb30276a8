// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.protocol.Causes;
import dev.idempotency.spi.DeliveryResult;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Delivers to one destination, and says how each claim ends. Safe for concurrent use. */
final class Deliveries {

  private final Destination destination;
  private final Backoff backoff;
  private final LongSupplier nanoClock;
  private final Set<RunningDelivery> running = ConcurrentHashMap.newKeySet();

  Deliveries(Destination destination, Backoff backoff, LongSupplier nanoClock) {
    this.destination = destination;
    this.backoff = backoff;
    this.nanoClock = nanoClock;
  }

  /** Delivers where the lease covers it. Throws nothing. */
  Settlement deliver(HeldMessage message) {
    long now = nanoClock.getAsLong();
    if (!message.mayBegin(now)) {
      return message.givenBack();
    }
    int most = destination.terms().attempts();
    if (message.attempt() > most) {
      return abandoned(message, "claimed more than %d times without an end".formatted(most));
    }
    RunningDelivery delivery = new RunningDelivery(now + message.timeout().toNanos());
    running.add(delivery);
    DeliveryResult result;
    try {
      result = destination.delivery().deliver(message);
    } catch (Throwable e) {
      // Whatever it is, the next message is not concerned.
      result = DeliveryResult.retry(Causes.describe(e));
    } finally {
      running.remove(delivery);
    }
    boolean tookTooLong = delivery.end();
    return tookTooLong && result.kind() == DeliveryResult.Kind.RETRY
        ? retried(message, DeliveryResult.retry("interrupted after " + message.timeout()))
        : settlement(message, result);
  }

  /** Interrupts what takes too long. */
  void interruptLate() {
    long now = nanoClock.getAsLong();
    running.forEach(delivery -> delivery.interruptIfOver(now));
  }

  void interruptAll() {
    running.forEach(RunningDelivery::interrupt);
  }

  private Settlement settlement(HeldMessage message, DeliveryResult result) {
    return switch (result.kind()) {
      case DELIVERED -> ended(message, MessageState.DELIVERED, "");
      case RETRY -> retried(message, result);
      case ABANDON -> abandoned(message, result.reason());
    };
  }

  private Settlement retried(HeldMessage message, DeliveryResult result) {
    if (message.attempt() >= destination.terms().attempts()) {
      return abandoned(message, result.reason());
    }
    Duration wait = backoff.after(message.attempt(), result.after().orElse(Duration.ZERO));
    return new Settlement(
        message.id(),
        message.token(),
        MessageState.PENDING,
        wait,
        message.attempt(),
        result.reason());
  }

  private static Settlement abandoned(HeldMessage message, String reason) {
    Log.abandoned(message, reason);
    return ended(message, MessageState.ABANDONED, reason);
  }

  private static Settlement ended(HeldMessage message, MessageState state, String reason) {
    return new Settlement(
        message.id(), message.token(), state, Duration.ZERO, message.attempt(), reason);
  }
}
