// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * This call outlived its lease and a successor took the record over; its transaction is marked
 * rollback-only, so that nothing of it remains. Repeat the same call after {@link #retryAfter()} to
 * get the successor's outcome.
 */
public final class LeaseLostException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public LeaseLostException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
