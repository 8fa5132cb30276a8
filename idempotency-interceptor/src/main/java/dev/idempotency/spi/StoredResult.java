// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of an outcome. Immutable; the body's bytes are shared, not copied, and must not be
 * changed.
 */
public final class StoredResult {

  private final String operation;
  private final int status;
  private final List<Map.Entry<String, String>> headers;
  private final @Nullable String mediaType;
  private final byte @Nullable [] body;
  private final @Nullable String failureMessage;

  /**
   * Creates a result.
   *
   * @param operation the operation's name
   * @param status the HTTP status, or 0 where there is none
   * @param headers names and values of the header lines to store, in order
   * @param mediaType the media type of the body, or null
   * @param body the body, or null for none
   * @param failureMessage the message of the exception that ended the call, or null
   */
  public StoredResult(
      String operation,
      int status,
      List<Map.Entry<String, String>> headers,
      @Nullable String mediaType,
      byte @Nullable [] body,
      @Nullable String failureMessage) {
    this.operation = operation;
    this.status = status;
    this.headers = List.copyOf(headers);
    this.mediaType = mediaType;
    this.body = body;
    this.failureMessage = failureMessage;
  }

  /**
   * Returns the operation's name.
   *
   * @return the name
   */
  public String operation() {
    return operation;
  }

  /**
   * Returns the HTTP status.
   *
   * @return the status; 0 for the result of a value call
   */
  public int status() {
    return status;
  }

  /**
   * Returns the header lines that are stored.
   *
   * @return names and values, in order
   */
  public List<Map.Entry<String, String>> headers() {
    return headers;
  }

  /**
   * Returns the media type of the body.
   *
   * @return the media type; empty where there is no body. That of a value call is {@code
   *     application/json}
   */
  public Optional<String> mediaType() {
    return Optional.ofNullable(mediaType);
  }

  /**
   * Returns the body: of a response its bytes before any content coding, of a value call the value
   * as JSON.
   *
   * @return the body; empty for none
   */
  public Optional<byte[]> body() {
    return Optional.ofNullable(body);
  }

  /**
   * Returns the message of the exception that ended a value call.
   *
   * @return the message; empty where there is none
   */
  public Optional<String> failureMessage() {
    return Optional.ofNullable(failureMessage);
  }

  /**
   * Replaces the body. That of a value call must still be JSON of the method's return type.
   *
   * @param replacement the bytes to store
   * @return the changed copy
   */
  public StoredResult withBody(byte[] replacement) {
    return new StoredResult(operation, status, headers, mediaType, replacement, failureMessage);
  }

  /**
   * Leaves the body out: a retry is told that the result was not kept, and does not run.
   *
   * @return the changed copy
   */
  public StoredResult withoutBody() {
    return new StoredResult(operation, status, headers, mediaType, null, failureMessage);
  }

  /**
   * Leaves out every line of a header.
   *
   * @param name the header's name, in any case
   * @return the changed copy
   */
  public StoredResult withoutHeader(String name) {
    List<Map.Entry<String, String>> rest = new ArrayList<>(headers);
    rest.removeIf(line -> line.getKey().equalsIgnoreCase(name));
    return new StoredResult(operation, status, rest, mediaType, body, failureMessage);
  }

  /**
   * Replaces the message of the exception that ended a value call.
   *
   * @param replacement the message to store
   * @return the changed copy
   */
  public StoredResult withFailureMessage(String replacement) {
    return new StoredResult(operation, status, headers, mediaType, body, replacement);
  }
}
