// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.util.List;
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

  /** How many records one page looks at, at most. */
  int EXAMINED = 10_000;

  /**
   * Reads all that an operator may see.
   *
   * @param id the record
   * @return the record with its steps; empty where there is none
   */
  Optional<RecordDetails> details(RecordId id);

  /**
   * Reads a page of records. Looks at no more of them than {@value #EXAMINED}; where a page ends
   * there, its next position is that of the last one it looked at.
   *
   * @param query which records; its state is one of {@link RecordState}
   * @return the page, newest first
   */
  RecordPage page(RecordQuery query);

  /**
   * Writes what an operator is about to do to the audit log.
   *
   * @param id the record, which the transaction has locked
   * @param kind what
   * @param step the step that is resolved, or null
   * @param acting who, why, on which attempt
   */
  void audit(RecordId id, OperatorAction.Kind kind, @Nullable String step, Acting acting);

  /**
   * Reads the audit log of a record, which may be gone.
   *
   * @param id the record
   * @return its last actions, newest first, at most 100
   */
  List<OperatorAction> actions(RecordId id);

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
