// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The operation succeeded, but its result was too large or not of a kind that is stored. It will
 * not run again; look the result up where it lives.
 */
public final class OutcomeNotKeptException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  private final @Nullable String location;

  /**
   * Creates the exception.
   *
   * @param message fact, value and next step
   * @param recordId the record concerned
   * @param location the {@code Location} of the first answer as written, or null
   */
  public OutcomeNotKeptException(String message, UUID recordId, @Nullable String location) {
    super(message, recordId, null, null);
    this.location = location;
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
