// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The method returned, but its transaction was rolled back and nothing of it remains; the key is
 * given back. Repeat the same call after {@link #retryAfter()}.
 */
public final class RolledBackException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public RolledBackException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
