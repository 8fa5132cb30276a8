// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import java.time.Duration;
import java.util.List;

/**
 * The statements about steps (P34). Each changes a step only under the fence of its record, and by
 * locking that record excludes a takeover until its transaction ends. Runs in the calling thread's
 * transaction. Safe for concurrent use.
 *
 * <p>Every method throws {@link StoreException} if its statement fails; the transaction can then
 * only roll back.
 */
public interface StepStore {

  /**
   * Reads the steps that were recorded in the current life.
   *
   * @param fence the claim
   * @return in the order of their positions
   */
  List<StoredStep> recorded(Fence fence);

  /**
   * Stores a phase with its result and makes it the recovery point, in the phase's transaction.
   * Flushes the business rows first.
   *
   * @param fence the claim
   * @param place where the step stands
   * @param result its result as JSON
   * @return whether the claim was still the record's
   */
  boolean completePhase(Fence fence, Place place, byte[] result);

  /**
   * Stores that an external step begins, and renews the lease in the same statement. The instant of
   * the first begin stays, unless the step is known not to be done.
   *
   * @param fence the claim
   * @param place where the step stands
   * @param staleAfter how long the claim is respected from now
   * @return whether the claim was still the record's
   */
  boolean begin(Fence fence, Place place, Duration staleAfter);

  /**
   * Stores the result of an external step that has begun and makes it the recovery point. Changes
   * nothing the second time, and says so.
   *
   * @param fence the claim
   * @param place where the step stands
   * @param result its result as JSON
   * @return whether the claim was still the record's and the step unfinished
   */
  boolean finish(Fence fence, Place place, byte[] result);

  /**
   * Stores that a step was tried and had no effect; it keeps its place.
   *
   * @param fence the claim
   * @param place where the step stands
   * @param kind what kind of step it is
   * @return whether the claim was still the record's and the step not done
   */
  boolean markNotDone(Fence fence, Place place, Kind kind);

  /**
   * Keeps the result of an owner that lost its lease, beside the record, for a person to read. It
   * is never applied (P37).
   *
   * @param fence the claim that was lost
   * @param place where the step stands
   * @param result its result as JSON
   */
  void keepEvidence(Fence fence, Place place, byte[] result);
}
