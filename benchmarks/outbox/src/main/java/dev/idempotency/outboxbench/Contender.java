// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import java.sql.SQLException;

/**
 * One outbox, with tables of its own. Its relay hands messages to a {@link Sink} and marks them
 * delivered.
 */
interface Contender extends AutoCloseable {

  /** What it is measured with; printed beside its figures. */
  record Terms(String name, String version, String batch, String concurrency, String wakes) {}

  Terms terms();

  /** Inserts a business row and a message in one transaction, which is committed on return. */
  void send(long id) throws Exception;

  void startRelay();

  /** Returns when nothing is delivered any more. */
  void stopRelay();

  /** Makes messages that are due at once, while the relay is stopped and nothing else is there. */
  void fill(long messages) throws Exception;

  /** How many messages are there that are not marked delivered. */
  long pending() throws SQLException;

  /** Removes all messages and business rows, while the relay is stopped. */
  void clear() throws SQLException;

  @Override
  void close();
}
