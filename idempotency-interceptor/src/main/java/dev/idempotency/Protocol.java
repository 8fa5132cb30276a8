// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * How work and outcome of a guarded method commit together. It belongs to the method's code, so it
 * cannot be configured, and an operation's records are of one protocol only.
 */
public enum Protocol {
  /**
   * The key is claimed in a transaction of its own; then the method and the finalizing update share
   * the business transaction. For work on one database, with calls to the outside that carry a
   * {@linkplain IdempotentCall#childKey child key}.
   */
  TWO_TRANSACTIONS,

  /**
   * No transaction around the method, but steps: {@link IdempotentCall#phase phases} on the
   * database and {@link IdempotentCall#external external} calls without transaction or connection,
   * each committed with its result. A retry skips what committed. For slow calls to the outside.
   */
  PHASES,

  /**
   * Claim, work and outcome in one transaction, with nothing to recover and no commit more than the
   * work has anyway. For work on this one database only: there are no {@linkplain
   * IdempotentCall#childKey child keys} and no steps, since before the commit no life is durable. A
   * concurrent duplicate is refused at once, also one with another request.
   */
  SINGLE_TRANSACTION
}
