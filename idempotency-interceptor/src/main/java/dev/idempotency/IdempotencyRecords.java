// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The records, for operators and for what they work with; inject it into any CDI bean or EJB. The
 * library guards nothing here: let only operators reach it.
 *
 * <p>Every action locks the record, demands the attempt that the operator saw, is refused on a live
 * lease unless forced, never touches what succeeded, and gives the record a new attempt, so that an
 * owner that still runs loses its commit. It is written, in the same transaction, to the audit log
 * with the authenticated caller and the reason. Each method runs in a transaction of its own. Safe
 * for concurrent use.
 */
public interface IdempotencyRecords {

  /**
   * Finds the record of a key.
   *
   * @param operation the guarded method's operation
   * @param scope whose key it is; empty for nobody's
   * @param key the key, as the caller sent it, without quotes
   * @return the record; empty where there is none
   * @throws StoreUnavailableException if the store cannot be reached
   */
  Optional<RecordDetails> find(String operation, String scope, String key);

  /**
   * Finds a record.
   *
   * @param recordId its primary key
   * @return the record; empty where there is none
   * @throws StoreUnavailableException if the store cannot be reached
   */
  Optional<RecordDetails> find(UUID recordId);

  /**
   * Lists records, newest first, by when their keys came first. A page looks at 10,000 records at
   * most and then ends, however few it found; {@link RecordPage#next()} goes on behind them. There
   * is no total: counting would look at all.
   *
   * @param query which records
   * @return the page
   * @throws IllegalArgumentException if there is no such state
   * @throws StoreUnavailableException if the store cannot be reached
   */
  RecordPage list(RecordQuery query);

  /**
   * Reads what operators have done to a record, from the audit log, which outlives the record.
   *
   * @param recordId its primary key
   * @return the last 100 actions, newest first
   * @throws StoreUnavailableException if the store cannot be reached
   */
  List<OperatorAction> actions(UUID recordId);

  /**
   * Gives a key back: the next call with it runs again, behind the steps that are done.
   *
   * @param recordId the record
   * @param decision the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be; nothing was changed
   * @throws StoreUnavailableException if the store cannot be reached
   */
  void release(UUID recordId, OperatorDecision decision);

  /**
   * Says that an external step which began took effect, and with what result; then gives the key
   * back, so that the next call goes on behind it.
   *
   * @param recordId the record
   * @param step the step's name
   * @param resultJson its result, as JSON of the type that the code reads
   * @param decision the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be, or there is no such step; nothing was
   *     changed
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws IllegalArgumentException if the result is no JSON
   */
  void resolveStep(UUID recordId, String step, String resultJson, OperatorDecision decision);

  /**
   * Says that an external step which began took no effect; then gives the key back, so that the
   * next call runs it again.
   *
   * @param recordId the record
   * @param step the step's name
   * @param decision the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be, or there is no such step; nothing was
   *     changed
   * @throws StoreUnavailableException if the store cannot be reached
   */
  void resolveStepNotDone(UUID recordId, String step, OperatorDecision decision);

  /**
   * Stores the outcome that every further call of a value call's key gets; kept as long as the
   * operation keeps outcomes.
   *
   * @param recordId the record
   * @param resultJson the return value, as JSON of the method's type
   * @param decision the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be; nothing was changed
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws IllegalArgumentException if the result is no JSON
   */
  void resolveAsValue(UUID recordId, String resultJson, OperatorDecision decision);

  /**
   * Stores the response that every further request with a response call's key gets; kept as long as
   * the operation keeps outcomes.
   *
   * @param recordId the record
   * @param status the HTTP status, 200 to 599
   * @param mediaType the body's media type
   * @param body the body's bytes
   * @param decision the attempt that was seen, and why
   * @throws OperatorRefusedException if it may not be; nothing was changed
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws IllegalArgumentException if the status is none
   */
  void resolveAsResponse(
      UUID recordId, int status, String mediaType, byte[] body, OperatorDecision decision);
}
