// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * Why an operator acts on a record, and on which attempt.
 *
 * @param attempt the attempt that the operator saw; the action is refused if there was another
 *     since
 * @param reason why, for the audit log, which keeps 1,000 characters; never a key or a payload
 * @param force whether to act although the owner's lease is alive; that owner then loses its commit
 */
public record OperatorDecision(long attempt, String reason, boolean force) {

  /**
   * Creates the decision.
   *
   * @param attempt the attempt that the operator saw
   * @param reason why; not blank
   * @param force whether to act although the owner's lease is alive
   * @throws IllegalArgumentException if the reason is blank
   */
  public OperatorDecision {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("An operator's decision has a reason");
    }
  }
}
