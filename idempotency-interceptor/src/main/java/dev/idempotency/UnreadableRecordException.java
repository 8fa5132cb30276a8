// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record exists but cannot be understood: its fingerprint version or its stored outcome is
 * unknown to this code, or damaged. The call was refused rather than run again. An operator must
 * look at the record.
 */
public final class UnreadableRecordException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   */
  public UnreadableRecordException(String message, @Nullable UUID recordId) {
    super(message, recordId, null, null);
  }
}
