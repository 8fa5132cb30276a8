// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.List;

/**
 * What the sample answered.
 *
 * @param status of HTTP
 * @param headers as they came
 * @param body its bytes, each a char: equal text is equal bytes
 */
record Reply(int status, HttpHeaders headers, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();

  static Reply of(HttpResponse<String> response) {
    return new Reply(response.statusCode(), response.headers(), response.body());
  }

  boolean isReplay() {
    return header("Idempotent-Replayed").equals(List.of("true"));
  }

  boolean isFirstCreation() {
    return status == 201 && !isReplay();
  }

  List<String> header(String name) {
    return headers.allValues(name);
  }

  List<String> location() {
    return header("Location");
  }

  /** Whole seconds, as the header says; refuses a date or anything else. */
  int retryAfter() {
    List<String> values = header("Retry-After");
    if (values.size() != 1 || !values.get(0).matches("[0-9]{1,9}")) {
      throw new AssertionError("Retry-After is " + values + " in " + this);
    }
    return Integer.parseInt(values.get(0));
  }

  boolean isProblem() {
    return header("Content-Type").stream()
        .anyMatch(type -> type.startsWith("application/problem+json"));
  }

  /** The member that a JSON pointer names, as text; empty where there is none. */
  String member(String pointer) {
    try {
      JsonNode member = JSON.readTree(body).at(pointer);
      return member.isMissingNode() ? "" : member.asText();
    } catch (JsonProcessingException e) {
      throw new AssertionError("No JSON: " + this, e);
    }
  }

  String transferId() {
    return member("/transfer_id");
  }

  @Override
  public String toString() {
    return status + " " + headers.map() + " " + body;
  }
}
