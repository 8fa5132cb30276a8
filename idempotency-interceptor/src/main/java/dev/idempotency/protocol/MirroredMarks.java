// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Conclusion.Written;

/**
 * The marks of an attempt whose claim rolled back with its work (P41): the claim is made once more
 * as it was, and what it was to say is stored with it. Where the first one has committed after all,
 * or somebody else came between, it finds another record than it found then, and changes nothing.
 */
final class MirroredMarks implements Marks {

  private final RecordStore store;

  MirroredMarks(RecordStore store) {
    this.store = store;
  }

  @Override
  public boolean mark(Attempt attempt, Conclusion conclusion) {
    Outcome refusal = conclusion.durableRefusal();
    boolean mayHaveCommitted = conclusion.written() == Written.STORED;
    if (refusal == null && !mayHaveCommitted) {
      // The record is as it was before.
      return true;
    }
    if (!attempt.soleClaim().make(store, attempt.call())) {
      return false;
    }
    Retention retention = attempt.call().operation().retention();
    return refusal == null
        ? store.markRetryable(attempt.fence(), retention)
        : store.markRefused(attempt.fence(), refusal, retention);
  }
}
