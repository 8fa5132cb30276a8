// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Instant;
import java.util.UUID;

/**
 * The guarded call that is running on the current thread; inject it into any CDI bean or EJB.
 *
 * <p>What it derives belongs to the record's life: a retry or a takeover gets the same values, a
 * new life of an expired key gets new ones. With nested guarded calls it is the innermost one. Safe
 * for concurrent use.
 */
public interface IdempotentCall {

  /**
   * Derives the key under which a downstream service is called, the same in every attempt of this
   * life and distinct between operations and names.
   *
   * @param name what the downstream call is for, such as {@code capture}; 1 to 100 characters
   * @return a key of at most 64 characters: letters, digits and hyphens
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  String childKey(String name);

  /**
   * Derives an identifier, the same in every attempt of this life.
   *
   * @param name what the identifier is for; 1 to 100 characters
   * @return a version 8 UUID (RFC 9562)
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws IllegalArgumentException if the name is empty or longer than 100 characters
   */
  UUID uuid(String name);

  /**
   * Returns when this life began, by the database's clock, to the microsecond. The first use in a
   * call reads it from the database: in the active transaction, else in one of its own.
   *
   * @return the instant of the first claim of this life, the same in every attempt
   * @throws IllegalStateException if no guarded call runs on this thread
   * @throws StoreUnavailableException if it cannot be read
   * @throws UnreadableRecordException if the record's row cannot be understood
   */
  Instant startedAt();

  /**
   * Returns the fencing token, a number that grows with every claim of the record.
   *
   * @return 1 for the first claim
   * @throws IllegalStateException if no guarded call runs on this thread
   */
  long attempt();
}
