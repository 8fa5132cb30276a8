// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

/** How a guarded call with a key went. */
public enum CallResult {
  /** The method ran, in the first attempt of the key's life, and its outcome is stored. */
  FIRST,
  /** The same in a later attempt, after one that had given its key back. */
  AGAIN,
  /** The same in an attempt that took over from an owner without a sign of life. */
  TAKEOVER,
  /** The method ran and left no outcome: its key was given back. */
  FAILED,
  /** The method ran, and what it did was rolled back: another attempt had the record meanwhile. */
  LEASE_LOST,
  /** Answered from the store. */
  REPLAY,
  /** Refused: the key is in progress. */
  BUSY,
  /** Refused: the key belongs to another request. */
  MISMATCH,
  /** Refused: the store could not be reached, or the end of the call could not be stored. */
  UNAVAILABLE,
  /** Refused for another reason, such as a spent key or an outcome that nobody knows. */
  REFUSED
}
