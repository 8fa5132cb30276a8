// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.StatusType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A refusal as a client reads it (RFC 9457). It says what was expected and never repeats what was
 * sent. Immutable.
 */
public final class Problem {

  /** The media type of every refusal. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** RFC 9457, section 4.2.1: the status says all there is. */
  private static final String NO_TYPE = "about:blank";

  private static final String TYPE_PREFIX = "urn:payments:problem:";

  // A factory for all: each call of the static methods of Json looks for the implementation anew.
  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private final int status;
  private final String type;
  private final String title;
  private final @Nullable String detail;
  private final List<InvalidField> errors;

  private Problem(
      int status, String type, String title, @Nullable String detail, List<InvalidField> errors) {
    this.status = status;
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }

  /**
   * Describes a cause of its own.
   *
   * @param status the HTTP status
   * @param cause the last part of the type, such as {@code declined}
   * @param title what happened, the same for every occurrence
   * @param detail what the client can do
   * @return the problem
   */
  public static Problem of(StatusType status, String cause, String title, String detail) {
    return new Problem(status.getStatusCode(), TYPE_PREFIX + cause, title, detail, List.of());
  }

  /**
   * Describes a status that needs no further words.
   *
   * @param status the HTTP status
   * @return the problem
   */
  public static Problem of(StatusType status) {
    return new Problem(status.getStatusCode(), NO_TYPE, status.getReasonPhrase(), null, List.of());
  }

  /**
   * Describes a request with one wrong field or parameter.
   *
   * @param field its name as the client spells it
   * @param detail what is expected, without the value that was sent
   * @return the problem, with status 400
   */
  public static Problem invalid(String field, String detail) {
    return invalid(List.of(new InvalidField(field, detail)));
  }

  /**
   * Describes a body that is not one JSON object.
   *
   * @return the problem, with status 400
   */
  public static Problem malformedJson() {
    return of(
        Response.Status.BAD_REQUEST,
        "malformed-json",
        "The body is not the expected JSON",
        "Send one JSON object in UTF-8, each member once; nothing was stored.");
  }

  /** Describes a request whose fields cannot be accepted. */
  static Problem invalid(List<InvalidField> errors) {
    return new Problem(
        Response.Status.BAD_REQUEST.getStatusCode(),
        TYPE_PREFIX + "invalid-request",
        "The request is not valid",
        "Correct the fields named in errors; nothing was stored.",
        List.copyOf(errors));
  }

  /**
   * Renders the problem into a response that can still take headers.
   *
   * @return the response, with status, media type and body
   */
  public Response.ResponseBuilder toResponse() {
    return Response.status(status).type(MEDIA_TYPE).entity(toJson());
  }

  /** Renders the problem as JSON in UTF-8. */
  byte[] toJson() {
    JsonObjectBuilder problem =
        JSON.createObjectBuilder().add("type", type).add("title", title).add("status", status);
    if (detail != null) {
      problem.add("detail", detail);
    }
    if (!errors.isEmpty()) {
      problem.add("errors", errorsJson());
    }
    return problem.build().toString().getBytes(StandardCharsets.UTF_8);
  }

  private JsonArrayBuilder errorsJson() {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    for (InvalidField error : errors) {
      array.add(
          JSON.createObjectBuilder().add("field", error.field()).add("detail", error.detail()));
    }
    return array;
  }
}
