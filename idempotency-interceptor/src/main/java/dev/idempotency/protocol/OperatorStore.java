// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.RecordDetails;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements that operators need beside {@link RecordStore}. Runs in the calling thread's
 * transaction, on a record that it has locked. Safe for concurrent use.
 *
 * <p>Every method throws {@link StoreException} if its statement fails; the transaction can then
 * only roll back.
 */
public interface OperatorStore {

  /**
   * Reads all that an operator may see.
   *
   * @param id the record
   * @return the record with its steps; empty where there is none
   */
  Optional<RecordDetails> details(RecordId id);

  /**
   * Says how far a step came that has begun.
   *
   * @param id the record
   * @param name the step's name
   * @param result its result as JSON; null where it had no effect
   * @return whether there was such a step, not done yet
   */
  boolean resolveStep(RecordId id, String name, byte @Nullable [] result);

  /**
   * Gives the record back under a new attempt and token. It expires as {@link
   * RecordStore#markRetryable} says.
   *
   * @param seen the record as it was locked
   * @param token the new token
   * @param retention how long it is kept from now
   * @return whether the record still was as seen
   */
  boolean giveBack(StoredRecord seen, UUID token, Retention retention);

  /**
   * Stores a final outcome under a new attempt and token.
   *
   * @param seen the record as it was locked
   * @param token the new token
   * @param outcome what every further call gets
   * @param retention how long it is kept from now
   * @return whether the record still was as seen
   */
  boolean resolve(StoredRecord seen, UUID token, Outcome outcome, Retention retention);
}
