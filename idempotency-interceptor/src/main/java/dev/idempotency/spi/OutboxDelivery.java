// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

/**
 * Delivers the messages of one destination. An application adds a destination by one CDI bean of
 * this type; {@code idempotency.outbox.destination.<name>.*} tunes it.
 *
 * <p>Called on threads of the server, outside any transaction, for several messages at once: must
 * be safe for concurrent use. A message may come more than once, with the same {@linkplain
 * OutboxMessage#id() id}, so whoever receives it has to recognise that.
 */
public interface OutboxDelivery {

  /**
   * Returns the name by which messages are sent here.
   *
   * @return 1 to 100 letters, digits, dots, hyphens and underscores; always the same
   */
  String destination();

  /**
   * Delivers a message. Should not take longer than {@link OutboxMessage#timeout()}: the thread is
   * interrupted then, and what the call returns later may count for nothing.
   *
   * @param message what to deliver
   * @return what became of it
   * @throws Exception if it could not be delivered now; counts as {@link DeliveryResult#retry}
   */
  DeliveryResult deliver(OutboxMessage message) throws Exception;
}
