// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** What an ending means for the key. */
public enum Reaction {
  /** The key is given back: the transaction rolls back and the same call may run again. */
  RETRY,
  /** The ending is the outcome: every retry is answered with it. */
  REPLAY,
  /** The ending is the outcome, and a retry is told to use a new key. */
  NEW_KEY
}
