// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.IdempotencyException;
import org.jspecify.annotations.Nullable;

/** The request can't be compared with a retry, so it isn't run. Nothing was stored. */
final class UnacceptableRequestException extends IdempotencyException {

  private static final long serialVersionUID = 1L;

  private final Problem problem;

  private UnacceptableRequestException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, null, null, cause);
    this.problem = problem;
  }

  static UnacceptableRequestException tooLarge(int limit) {
    return tooLarge(
        "The body is over the limit of %d bytes for requests with a key; send less"
            .formatted(limit),
        null);
  }

  static UnacceptableRequestException tooLarge(String message, @Nullable Throwable cause) {
    return new UnacceptableRequestException(Problem.CONTENT_TOO_LARGE, message, cause);
  }

  static UnacceptableRequestException malformed(String message) {
    return malformed(message, null);
  }

  static UnacceptableRequestException malformed(String message, @Nullable Throwable cause) {
    return new UnacceptableRequestException(Problem.CONTENT_MALFORMED, message, cause);
  }

  Problem problem() {
    return problem;
  }
}
