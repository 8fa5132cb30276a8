// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * Keeps short transactions at READ COMMITTED (P4), at no cost where that is the database's default
 * anyway. Safe for concurrent use.
 */
final class ReadCommitted {

  private static final String LEVEL = "read committed";

  private static final Statement DEFAULT_LEVEL =
      new Statement(
          "Reading the default isolation level",
          "SELECT current_setting('default_transaction_isolation') AS level");

  private static final Statement SET_LEVEL =
      new Statement(
          "Setting the isolation level", "SET TRANSACTION ISOLATION LEVEL READ COMMITTED");

  private final NativeSql sql;

  // Threads that come first together ask twice and get the same answer.
  private volatile boolean known;
  private volatile boolean isDefault;

  ReadCommitted(NativeSql sql) {
    this.sql = sql;
  }

  /** Says whether {@link #learnDefault} has run. */
  boolean isDefaultKnown() {
    return known;
  }

  /** Asks for the default, in a transaction of its own: a query ends the time to set a level. */
  void learnDefault() {
    isDefault = sql.rows(DEFAULT_LEVEL).contains(LEVEL);
    known = true;
  }

  /** Sets the level of a transaction that has just begun, where the default is another. */
  void enforce() {
    if (!isDefault) {
      sql.change(SET_LEVEL);
    }
  }
}
