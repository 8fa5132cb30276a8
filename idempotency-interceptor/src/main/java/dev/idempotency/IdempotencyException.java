// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import jakarta.ejb.ApplicationException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Root of what a guarded call answers instead of its result. There is one subclass per cause;
 * messages name operation and record, never the key or the payload.
 *
 * <p>None of them marks an EJB transaction rollback-only by being thrown; where the transaction
 * must not commit, the library marks it itself before it throws.
 */
@ApplicationException(rollback = false, inherited = true)
public abstract class IdempotencyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private final @Nullable UUID recordId;
  private final @Nullable Duration retryAfter;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned, or null where none is known
   * @param retryAfter when the same call may be repeated with the same key, rounded up to whole
   *     seconds of at least one; or null where it may not
   * @param cause what failed underneath, or null
   */
  protected IdempotencyException(
      String message,
      @Nullable UUID recordId,
      @Nullable Duration retryAfter,
      @Nullable Throwable cause) {
    super(message, cause);
    this.recordId = recordId;
    this.retryAfter = retryAfter == null ? null : wholeSeconds(retryAfter);
  }

  private static Duration wholeSeconds(Duration wait) {
    Duration down = Duration.ofSeconds(wait.toSeconds());
    Duration up = down.compareTo(wait) < 0 ? down.plusSeconds(1) : down;
    return up.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : up;
  }

  /**
   * Returns the record that the call met.
   *
   * @return the record's primary key; empty where the call was refused before one was known
   */
  public Optional<UUID> recordId() {
    return Optional.ofNullable(recordId);
  }

  /**
   * Returns after which time the same call should be repeated with the same key.
   *
   * @return whole seconds of at least one; empty where a repetition cannot succeed
   */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
