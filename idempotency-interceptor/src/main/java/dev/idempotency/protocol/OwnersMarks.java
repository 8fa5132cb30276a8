// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** The marks of an owner whose claim has committed: under its fence (P23). */
final class OwnersMarks implements Marks {

  private final RecordStore store;

  OwnersMarks(RecordStore store) {
    this.store = store;
  }

  @Override
  public boolean mark(Attempt attempt, Conclusion conclusion) {
    Retention retention = attempt.call().operation().retention();
    Outcome refusal = conclusion.durableRefusal();
    if (refusal == null) {
      return store.markRetryable(attempt.fence(), retention);
    }
    // Only a person ends what nobody knows.
    boolean unknown = refusal.kind() == OutcomeKind.UNKNOWN;
    return store.markRefused(attempt.fence(), refusal, unknown ? Retention.FOREVER : retention);
  }
}
