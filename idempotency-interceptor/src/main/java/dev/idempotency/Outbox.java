// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * Sends messages that exist exactly if the business transaction commits. Injectable; safe for
 * concurrent use.
 *
 * <p>A message is a row that is inserted in the calling thread's transaction: it commits and rolls
 * back with the business rows, so a guarded call that lost its record takes its messages along. A
 * relay delivers it after the commit, outside any transaction, until the destination has taken it
 * or it is given up. Delivery is at least once, under an id that never changes; see {@code
 * docs/how-to/outbox.md} for where a second delivery can happen.
 */
public interface Outbox {

  /**
   * Adds a message to the calling thread's transaction.
   *
   * @param destination the name of a destination of this deployment
   * @param payload what to deliver; not changed any more by the caller
   * @param options media type, headers, group and the rest
   * @return the message's id, and whether this call added it
   * @throws IllegalStateException if the calling thread has no transaction that can commit; within
   *     an operation with steps, call it inside a {@link IdempotentCall#phase phase}
   * @throws IllegalArgumentException if this deployment has no such destination
   * @throws StoreUnavailableException if the row could not be inserted; the transaction can only
   *     roll back
   */
  OutboxReceipt send(String destination, byte[] payload, OutboxOptions options);

  /**
   * Adds a text in UTF-8 as {@link #send(String, byte[], OutboxOptions)} does, of the media type
   * {@code text/plain;charset=UTF-8} unless the options name one.
   *
   * @param destination the name of a destination of this deployment
   * @param text what to deliver
   * @param options media type, headers, group and the rest
   * @return the message's id, and whether this call added it
   */
  OutboxReceipt send(String destination, String text, OutboxOptions options);

  /**
   * Adds an object as JSON, as {@link #send(String, byte[], OutboxOptions)} does, of the media type
   * {@code application/json} unless the options name one.
   *
   * @param destination the name of a destination of this deployment
   * @param value what to write as JSON
   * @param options media type, headers, group and the rest
   * @return the message's id, and whether this call added it
   * @throws IllegalArgumentException if the object cannot be written as JSON
   */
  OutboxReceipt sendJson(String destination, Object value, OutboxOptions options);
}
