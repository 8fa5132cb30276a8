// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.IdempotencyException;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.protocol.Causes;
import jakarta.annotation.Priority;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Objects;

/**
 * Answers refusals as {@code application/problem+json}. An application's own mapper of the same
 * class, or of a subclass, is preferred.
 */
class ProblemMapper implements ExceptionMapper<IdempotencyException> {

  /**
   * The same with its priority on the class, where RESTEasy looks for it. Jersey must not find one
   * there: among mappers of one class its {@code Providers} would then prefer the highest number.
   */
  @Priority(LOWEST_PRIORITY)
  static final class OfRestEasy extends ProblemMapper {}

  static final int LOWEST_PRIORITY = Integer.MAX_VALUE;

  private static final Logger LOGGER = System.getLogger("dev.idempotency");
  private static final int FIRST_SERVER_ERROR = 500;
  private static final int UNAVAILABLE = 503;
  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  @Override
  public Response toResponse(IdempotencyException refusal) {
    Problem problem = Problem.of(refusal);
    Throwable cause = refusal.getCause();
    if (problem.status() >= FIRST_SERVER_ERROR && cause != null) {
      // The client learns the fact, the operator its cause; neither learns the payload.
      LOGGER.log(
          Level.WARNING,
          "A request was refused: %s (%s)".formatted(refusal.getMessage(), Causes.describe(cause)));
    }
    Response.ResponseBuilder response =
        Response.status(problem.status())
            .type(Problem.MEDIA_TYPE)
            .entity(problem.json(Objects.requireNonNullElse(refusal.getMessage(), "")));
    Duration wait =
        refusal.retryAfter().orElse(problem.status() == UNAVAILABLE ? SHORTEST_WAIT : null);
    if (wait != null) {
      response.header(HttpHeaders.RETRY_AFTER, wait.toSeconds());
    }
    if (refusal instanceof OutcomeNotKeptException notKept) {
      // As a text: the builder's location() would complete it, and RESTEasy cuts a leading slash.
      notKept.location().ifPresent(location -> response.header(HttpHeaders.LOCATION, location));
    }
    return response.build();
  }
}
