// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;

/** An operator's action was refused; nothing was changed. */
public final class OperatorRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** There is no such record. */
    NOT_FOUND,
    /** The record was claimed again since the operator looked. */
    ATTEMPT_CHANGED,
    /** Somebody writes to the record at this moment; look again. */
    LOCKED,
    /** Its owner is alive, as far as the lease says; wait, or force. */
    LEASE_ALIVE,
    /** It succeeded, and what succeeded never runs again. */
    SUCCEEDED,
    /** It has no such step that began and isn't done. */
    NO_SUCH_STEP
  }

  private final Reason reason;
  private final UUID recordId;

  /**
   * Creates the exception.
   *
   * @param reason why
   * @param recordId the record
   * @param message fact, value and next step
   */
  public OperatorRefusedException(Reason reason, UUID recordId, String message) {
    super(message);
    this.reason = reason;
    this.recordId = recordId;
  }

  /**
   * Returns why.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * Returns the record.
   *
   * @return its primary key
   */
  public UUID recordId() {
    return recordId;
  }
}
