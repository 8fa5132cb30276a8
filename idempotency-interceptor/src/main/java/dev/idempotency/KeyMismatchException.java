// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The key was used before for another request. Do not repeat the call: use a new key for a new
 * request, or send the first request again unchanged. Nothing was run.
 */
public final class KeyMismatchException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   */
  public KeyMismatchException(String message, @Nullable UUID recordId) {
    super(message, recordId, null, null);
  }
}
