// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.OperatorDecision;
import dev.idempotency.payments.http.JsonFields;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/** What an operator says that a step, or the whole call, came to. */
interface Resolution {

  /** Does it. */
  void apply(IdempotencyRecords records, UUID id);

  /**
   * Reads it.
   *
   * @throws jakarta.ws.rs.BadRequestException with a problem as its entity if the body is wrong
   */
  static Resolution read(JsonObject body) {
    JsonFields fields = JsonFields.of(body);
    OperatorDecision decision =
        ActionRequest.read(fields, Set.of("step", "result", "not_done", "outcome")).decision();
    if (fields.has("step") == fields.has("outcome")) {
      throw fields.wrong("step", "must be there, or outcome instead of it");
    }
    return fields.has("step") ? OfStep.read(fields, decision) : OfCall.read(fields, decision);
  }

  /** What a step came to. */
  final class OfStep {

    private static final int LONGEST_NAME = 100;

    private OfStep() {}

    static Resolution read(JsonFields fields, OperatorDecision decision) {
      String step = fields.text("step", 1, LONGEST_NAME);
      if (fields.has("result") == fields.flag("not_done")) {
        throw fields.wrong("result", "must be there, or not_done: true instead of it");
      }
      if (fields.flag("not_done")) {
        return (records, id) -> records.resolveStepNotDone(id, step, decision);
      }
      String result = fields.value("result").toString();
      return (records, id) -> records.resolveStep(id, step, result, decision);
    }
  }

  /** What every further call gets. */
  final class OfCall {

    private static final int FIRST_STATUS = 200;
    private static final int LAST_STATUS = 599;
    private static final int LONGEST_TYPE = 255;
    private static final String JSON = "application/json";
    private static final Pattern ANY_JSON = Pattern.compile("(?i)[^;]+[/+]json\\s*(;.*)?");

    private OfCall() {}

    static Resolution read(JsonFields fields, OperatorDecision decision) {
      JsonFields outcome =
          fields.object("outcome").only(Set.of("value", "status", "media_type", "body"));
      if (outcome.has("value") == outcome.has("status")) {
        throw outcome.wrong("status", "must be there, or value instead of it");
      }
      return outcome.has("value")
          ? value(outcome.value("value").toString(), decision)
          : response(outcome, decision);
    }

    private static Resolution value(String json, OperatorDecision decision) {
      return (records, id) -> records.resolveAsValue(id, json, decision);
    }

    private static Resolution response(JsonFields outcome, OperatorDecision decision) {
      int status = (int) outcome.wholeNumber("status", FIRST_STATUS, LAST_STATUS);
      String type = outcome.has("media_type") ? outcome.text("media_type", 1, LONGEST_TYPE) : JSON;
      byte[] body = body(outcome, type).getBytes(StandardCharsets.UTF_8);
      return (records, id) -> records.resolveAsResponse(id, status, type, body, decision);
    }

    /** JSON as it was sent, other types as the text that was sent for them. */
    private static String body(JsonFields outcome, String type) {
      JsonValue body = outcome.value("body");
      if (ANY_JSON.matcher(type).matches()) {
        return body.toString();
      }
      if (body instanceof JsonString text) {
        return text.getString();
      }
      throw outcome.wrong("body", "must be a string for a media type that is no JSON");
    }
  }
}
