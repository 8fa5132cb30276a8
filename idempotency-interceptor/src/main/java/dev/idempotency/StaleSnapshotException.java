// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that the call joined reads from a snapshot that is older than the claim
 * (isolation repeatable read or serializable), so the outcome cannot be written in it; it is marked
 * rollback-only. Use READ COMMITTED for transactions that call guarded methods, or start the
 * transaction with the guarded call. Repeat the same call after {@link #retryAfter()}.
 */
public final class StaleSnapshotException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when to repeat the call
   * @param cause what failed underneath, or null
   */
  public StaleSnapshotException(
      String message, @Nullable UUID recordId, Duration retryAfter, @Nullable Throwable cause) {
    super(message, recordId, retryAfter, cause);
  }
}
