// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * How the end of an attempt whose transaction is not known to have committed reaches its record
 * (P23, P24, P41). Safe for concurrent use.
 */
@FunctionalInterface
interface Marks {

  /**
   * Stores a refusal that is final, or gives the key back; in the transaction that is active, which
   * is one of its own.
   *
   * @return whether the record now says so; else somebody holds it, or it is not this claim's
   * @throws StoreException if a statement failed
   */
  boolean mark(Attempt attempt, Conclusion conclusion);
}
