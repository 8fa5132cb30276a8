// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import dev.idempotency.payments.http.Problem;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/**
 * Answers a failed gateway call: 503 and 502 ask for a retry with the same key, 500 is a defect.
 */
@Provider
public class GatewayExceptionMapper implements ExceptionMapper<GatewayException> {

  /** What a gateway that restarts needs; the key itself is free at once. */
  static final int RETRY_AFTER_SECONDS = 5;

  private static final String RETRY = "Send the same request with the same key again.";

  @Override
  public Response toResponse(GatewayException exception) {
    // Nothing is logged here: a guarded call's answer is rendered twice, to store and to send.
    return switch (exception.failure()) {
      case UNAVAILABLE ->
          retry(Status.SERVICE_UNAVAILABLE, "gateway-unavailable", "The gateway did not answer");
      case UNINTELLIGIBLE ->
          retry(Status.BAD_GATEWAY, "gateway-answer", "The gateway's answer was not understood");
      case KEY_REUSED -> defect();
    };
  }

  private static Response retry(Status status, String cause, String title) {
    return Problem.of(status, cause, title, RETRY)
        .toResponse()
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .build();
  }

  private static Response defect() {
    return Problem.of(
            Status.INTERNAL_SERVER_ERROR,
            "gateway-key-reused",
            "The gateway refused the call",
            "This is a defect of the application; tell its operator.")
        .toResponse()
        .build();
  }
}
