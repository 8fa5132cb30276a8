// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The records cannot be reached or the claim could not be completed, so the call was refused rather
 * than run unguarded, or the end of the call could not be stored or found out. Repeat the same call
 * with the same key after {@link #retryAfter()}; what it did is never done twice.
 */
public final class StoreUnavailableException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public StoreUnavailableException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
