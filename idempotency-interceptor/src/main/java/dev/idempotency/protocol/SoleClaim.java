// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * A claim in the business transaction itself (P40): what it found and what it put there.
 *
 * @param claimant who claims
 * @param found the record that it is to take; null where it is to insert one
 */
record SoleClaim(Claimant claimant, @Nullable StoredRecord found) {

  /**
   * Makes the claim, in the active transaction, as often as is asked.
   *
   * @return whether the record was as found and nobody else is at it
   * @throws StoreException if the statement failed
   */
  boolean make(RecordStore store, Call call) {
    Fingerprint fingerprint = call.fingerprints().current();
    if (found == null) {
      return store.insertAlone(call.identity(), fingerprint, claimant);
    }
    return startsLife()
        ? store.replaceExpiredAlone(found, fingerprint, claimant)
        : store.claimAgainAlone(found, claimant);
  }

  /** Whether the record begins a life by it. */
  boolean startsLife() {
    return found == null || (found.state() != RecordState.IN_PROGRESS && found.timing().expired());
  }

  /** The attempt that it makes. */
  Attempt attempt(Call call, Lease lease) {
    long number = found == null ? 1 : found.fence().attempt() + 1;
    Attempt attempt =
        new Attempt(
            call,
            new Fence(call.id(), number, claimant.token()),
            found == null || startsLife() ? claimant.newLife() : found.life(),
            startsLife(),
            lease);
    attempt.claimedBy(this);
    return attempt;
  }
}
