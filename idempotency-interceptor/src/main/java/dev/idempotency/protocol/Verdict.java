// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/**
 * The one decision of the protocol (P6): what a call that met a record does. Every path, cached or
 * not, locked or not, asks here.
 */
enum Verdict {
  /** The record has expired: claim it as a new life. */
  REPLACE,
  /** The key was used for another request. */
  MISMATCH,
  /** The outcome is known. */
  REPLAY,
  /** The last attempt was given back: claim it within the same life. */
  CLAIM_AGAIN,
  /** Somebody runs it and is alive, as far as the lease says. */
  BUSY,
  /** Its owner's lease ran out. */
  TAKE_OVER;

  static Verdict on(StoredRecord record, Call call) {
    boolean unfinished = record.state() == RecordState.IN_PROGRESS;
    if (!unfinished && record.timing().expired()) {
      return REPLACE;
    }
    if (!call.matches(record.fingerprint())) {
      return MISMATCH;
    }
    if (record.isFinal()) {
      return REPLAY;
    }
    if (!unfinished) {
      return CLAIM_AGAIN;
    }
    return record.timing().leaseIsDead() ? TAKE_OVER : BUSY;
  }

  /** Whether the caller is to become the record's owner. */
  boolean claims() {
    return this == REPLACE || this == CLAIM_AGAIN || this == TAKE_OVER;
  }
}
