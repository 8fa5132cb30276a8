// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The operation has ended, as a success or, by {@link #status()}, as a refusal, but its answer was
 * too large or not of a kind that is stored. It will not run again; look a result up where it
 * lives.
 */
public final class OutcomeNotKeptException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final @Nullable String location;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned
   * @param status the HTTP status of the first answer, or 0 where it had none
   * @param location the {@code Location} of the first answer as written, or null
   */
  public OutcomeNotKeptException(
      String message, UUID recordId, int status, @Nullable String location) {
    super(message, recordId, null, null);
    this.status = status;
    this.location = location;
  }

  /**
   * Returns the HTTP status of the first answer: below 400 the operation succeeded, from 400 on it
   * was refused.
   *
   * @return the status; empty where the first answer had none
   */
  public OptionalInt status() {
    return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
  }

  /**
   * Returns where the first answer said that its result lives.
   *
   * @return the {@code Location} header as written
   */
  public Optional<String> location() {
    return Optional.ofNullable(location);
  }
}
