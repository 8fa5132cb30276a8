// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/** What a guarded call does whose key is in progress. */
public enum WhenBusy {
  /** As the setting {@code when-busy} says; refused by default. */
  CONFIGURED,
  /** It is refused at once with {@link KeyInProgressException}. */
  REJECT,
  /**
   * It waits for the outcome, at most as long as the setting {@code wait-bound} says, and is then
   * refused. It holds no connection meanwhile. At most 16 calls of an operation wait on one node;
   * further ones, and calls inside a caller's transaction, are refused at once.
   */
  WAIT
}
