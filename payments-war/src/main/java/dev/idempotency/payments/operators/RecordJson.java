// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records as operators read them: never a key, never a payload. Members without value are left out.
 */
final class RecordJson {

  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private RecordJson() {}

  static JsonObject of(RecordPage page) {
    JsonArrayBuilder records = JSON.createArrayBuilder();
    page.records().forEach(record -> records.add(builderOf(record)));
    JsonObjectBuilder json = JSON.createObjectBuilder().add("records", records);
    page.next().ifPresent(next -> json.add("next", RecordParameters.written(next)));
    return json.build();
  }

  static JsonObject of(RecordDetails record, List<OperatorAction> actions) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    actions.forEach(action -> array.add(of(action)));
    return builderOf(record).add("actions", array).build();
  }

  private static JsonObjectBuilder builderOf(RecordDetails record) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("id", record.id().toString())
            .add("operation", record.operation())
            .add("scope", record.scope())
            .add("status", record.state())
            .add("situation", record.situation().name())
            .add("stuck", record.situation().isStuck())
            .add("advice", Advice.on(record.situation()))
            .add("retryable", record.retryable())
            .add("attempt", record.attempt())
            .add("owner_node", record.ownerNode())
            .add("first_seen", record.firstSeen().toString())
            .add("claimed", record.claimed().toString())
            .add("lease_left_seconds", record.leaseLeft().toSeconds());
    add(json, "finished", record.finished());
    add(json, "expires", record.expires());
    add(json, "recovery_point", record.recoveryPoint());
    add(json, "outcome_kind", record.outcomeKind());
    add(json, "failure_type", record.failureType());
    JsonArrayBuilder steps = JSON.createArrayBuilder();
    record.steps().forEach(step -> steps.add(of(step)));
    return json.add("steps", steps);
  }

  private static JsonObjectBuilder of(RecordDetails.Step step) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("name", step.name())
            .add("kind", step.kind())
            .add("state", step.state())
            .add("begun", step.begun().toString());
    add(json, "finished", step.finished());
    return json;
  }

  private static JsonObjectBuilder of(OperatorAction action) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("acted", action.acted().toString())
            .add("who", action.who())
            .add("kind", action.kind().name())
            .add("attempt", action.attempt())
            .add("forced", action.forced())
            .add("reason", action.reason());
    add(json, "step", action.step());
    return json;
  }

  private static void add(JsonObjectBuilder json, String name, @Nullable Object value) {
    if (value != null) {
      json.add(name, value.toString());
    }
  }
}
