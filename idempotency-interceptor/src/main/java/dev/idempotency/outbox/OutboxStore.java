// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * The messages in the database. Every method is one statement in the calling thread's transaction,
 * which the caller begins and ends; each throws {@link dev.idempotency.protocol.StoreException} if
 * it fails. Time is the database's. Safe for concurrent use.
 */
public interface OutboxStore {

  /**
   * How many messages of a destination are wanted.
   *
   * @param destination its name
   * @param most the most messages, at least 1
   * @param lease how long the claim is respected
   */
  record Wanted(String destination, int most, Duration lease) {}

  /**
   * Inserts a message that is pending and due after its delay.
   *
   * @param message the message
   * @return false if there is one of that id already; it may wait for another transaction that
   *     inserts it
   */
  boolean insert(NewMessage message);

  /**
   * Claims what is due of each destination, oldest first: pending messages, and those that are
   * being delivered under a lease that has run out. Of a group only the first one that is not
   * final. Passes over what others have locked; never waits.
   *
   * @param wanted the destinations, each once
   * @param token the claim
   * @return what this claim holds
   */
  List<ClaimedMessage> claim(Collection<Wanted> wanted, UUID token);

  /**
   * Ends claims. What another claim holds, or what is not being delivered, is left alone.
   *
   * @param settlements the ends, each message once
   * @return how many ended
   */
  int settle(Collection<Settlement> settlements);

  /**
   * Deletes messages that have ended, those first that ended first. Passes over what others have
   * locked.
   *
   * @param state how they ended
   * @param retention how long ago, at least
   * @param most the most messages
   * @return how many were deleted
   */
  int purge(MessageState state, Duration retention, int most);
}
