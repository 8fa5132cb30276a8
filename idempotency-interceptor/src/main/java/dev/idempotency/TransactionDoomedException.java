// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transaction in which the call arrived, or the one that it was given back after the claim, can
 * no longer commit. Nothing was run. Roll back, then repeat the same call in a new transaction.
 */
public final class TransactionDoomedException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public TransactionDoomedException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
