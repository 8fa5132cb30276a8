// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.util.Optional;

/**
 * The statements of the protocol. Each method that changes something is one guarded statement, and
 * its result is whether exactly one row was changed.
 *
 * <p>Every method runs in the transaction that is active on the calling thread; none begins, ends
 * or marks one. Time is the database's {@code clock_timestamp()}. Safe for concurrent use. Any
 * method throws {@link StoreException} where the statement failed; the transaction is then
 * unusable.
 */
public interface RecordStore {

  /**
   * Claims a record that does not exist yet (P5): attempt 1, a new life. Never tried against a
   * record whose owner has written but not committed; waits at most one second for another's
   * uncommitted claim.
   *
   * @param identity the record
   * @param fingerprint what the request is compared by
   * @param claimant who claims
   * @return whether the record was inserted
   * @throws StoreException of kind {@link StoreException.Kind#LOCK_TIMEOUT} where the wait ended
   */
  boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant);

  /**
   * Reads a record without a lock.
   *
   * @param id the record
   * @return the committed record, or this transaction's own version; empty where there is none
   * @throws dev.idempotency.UnreadableRecordException if the row cannot be understood
   */
  Optional<StoredRecord> read(RecordId id);

  /**
   * Locks and re-reads a record without waiting (P7).
   *
   * @param id the record
   * @return the record as it is under the lock; empty where somebody else holds the lock or the
   *     record is gone
   * @throws dev.idempotency.UnreadableRecordException if the row cannot be understood
   */
  Optional<StoredRecord> lock(RecordId id);

  /**
   * Claims a finished and expired record as a new life: next attempt, new fingerprint, the old
   * life's outcome gone (P8).
   *
   * @param seen the record as {@link #lock} returned it in this transaction
   * @param fingerprint what the request is compared by
   * @param claimant who claims
   * @return whether the record still was as seen
   */
  boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant);

  /**
   * Claims a record again within its life, after a retryable failure or a dead lease: next attempt,
   * life and fingerprint kept (P8).
   *
   * @param seen the record as {@link #lock} returned it in this transaction
   * @param claimant who claims
   * @return whether the record still was as seen
   */
  boolean claimAgain(StoredRecord seen, Claimant claimant);

  /**
   * Inserts as {@link #insert} does, but for a claim in the business transaction itself (P40): only
   * where no other transaction has made such a claim of the record, and for as long as this one
   * lasts none can. Waits for nobody.
   *
   * @param identity the record
   * @param fingerprint what the request is compared by
   * @param claimant who claims
   * @return whether the record was inserted
   */
  boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant);

  /**
   * Replaces as {@link #replaceExpired} does, for a claim in the business transaction itself; alone
   * as {@link #insertAlone}.
   *
   * @param seen the record as {@link #read} returned it
   * @param fingerprint what the request is compared by
   * @param claimant who claims
   * @return whether the record still was as seen and nobody else is at it
   */
  boolean replaceExpiredAlone(StoredRecord seen, Fingerprint fingerprint, Claimant claimant);

  /**
   * Claims as {@link #claimAgain} does, for a claim in the business transaction itself; alone as
   * {@link #insertAlone}.
   *
   * @param seen the record as {@link #read} returned it
   * @param claimant who claims
   * @return whether the record still was as seen and nobody else is at it
   */
  boolean claimAgainAlone(StoredRecord seen, Claimant claimant);

  /**
   * Stores the outcome in the business transaction, under the fence (P16). Flushes the business
   * rows first; changes nothing outside a transaction (P19). The token stays.
   *
   * @param fence the claim
   * @param outcome what a retry is answered with
   * @param retention how long it is kept from now
   * @return whether the claim was still the record's
   */
  boolean storeOutcome(Fence fence, Outcome outcome, Retention retention);

  /**
   * Stores a final refusal after the business transaction was rolled back, under the fence, in a
   * transaction of its own (P23). Skips a record that somebody holds locked.
   *
   * @param fence the claim
   * @param refusal what a retry is answered with
   * @param retention how long it is kept from now
   * @return whether the claim was still the record's and the record was not locked
   */
  boolean markRefused(Fence fence, Outcome refusal, Retention retention);

  /**
   * Gives the key back for a retry, under the fence, in a transaction of its own (P23, P26). Life
   * and recovery point stay. Skips a record that somebody holds locked.
   *
   * @param fence the claim
   * @param retention how long the record is kept from now
   * @return whether the claim was still the record's and the record was not locked
   */
  boolean markRetryable(Fence fence, Retention retention);

  /**
   * Deletes a record whose claim is undone before the work began, under the fence (P26). Skips a
   * record that somebody holds locked.
   *
   * @param fence the claim
   * @return whether the claim was still the record's and the record was not locked
   */
  boolean delete(Fence fence);
}
