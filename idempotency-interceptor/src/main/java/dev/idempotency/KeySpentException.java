// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The operation ended in a refusal after which the same key cannot be used again. Correct the
 * request and use a new key. Nothing was run.
 */
public final class KeySpentException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   */
  public KeySpentException(String message, @Nullable UUID recordId) {
    super(message, recordId, null, null);
  }
}
