// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * It is not known whether the operation took effect, and only a person can tell. Do not repeat the
 * call, neither with this key nor with another: ask the operator. Nothing was run.
 */
public final class OutcomeUnknownException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   */
  public OutcomeUnknownException(String message, @Nullable UUID recordId) {
    super(message, recordId, null, null);
  }
}
