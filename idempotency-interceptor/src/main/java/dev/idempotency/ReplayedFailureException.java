// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The stored refusal of an earlier call with this key, given back to a value call. The method was
 * not run again. List the original class in {@link Idempotent#rebuild()} to get it instead.
 */
public final class ReplayedFailureException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  private final String failureType;
  private final @Nullable String failureMessage;
  private final int status;

  /**
   * Creates the exception.
   *
   * @param recordId the record concerned
   * @param failureType class name of the exception that ended the first call
   * @param failureMessage its message, possibly shortened, or null
   * @param status the HTTP status that it stands for, or 0 where it has none
   */
  public ReplayedFailureException(
      UUID recordId, String failureType, @Nullable String failureMessage, int status) {
    super(
        "Record %s ended with %s; this is its stored outcome, the method was not run again"
            .formatted(recordId, failureType),
        recordId,
        null,
        null);
    this.failureType = failureType;
    this.failureMessage = failureMessage;
    this.status = status;
  }

  /**
   * Returns the class name of the exception that ended the first call.
   *
   * @return the name as {@link Class#getName()} gives it
   */
  public String failureType() {
    return failureType;
  }

  /**
   * Returns the message of the exception that ended the first call.
   *
   * @return the message, possibly shortened
   */
  public Optional<String> failureMessage() {
    return Optional.ofNullable(failureMessage);
  }

  /**
   * Returns the HTTP status that the failure stands for.
   *
   * @return the status where the exception carried one
   */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }
}
