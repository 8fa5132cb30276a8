// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Another call with this key is running, or somebody is deciding its record at this moment. Repeat
 * the same call after {@link #retryAfter()}; nothing was run.
 */
public final class KeyInProgressException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public KeyInProgressException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
