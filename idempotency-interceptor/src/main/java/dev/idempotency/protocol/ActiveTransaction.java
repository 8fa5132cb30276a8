// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** Whose a transaction is that is active when a call arrives. */
public enum ActiveTransaction {
  /** Begun before the call, and ended by somebody else after it. */
  CALLERS,
  /** Begun by the container for this call; what the method returns is handed out as it is. */
  CALLS,
  /**
   * Begun by the container for this call, whose answer is settled by {@link Protocols#settle} after
   * the end.
   */
  CALLS_AND_SETTLED
}
