// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idempotency.OperatorDecision;
import dev.idempotency.payments.http.JsonBody;
import jakarta.json.JsonObject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.WebApplicationException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators send, and what is answered where it is wrong. */
class ActionBodyTest {

  private static final UUID ID = UUID.randomUUID();
  private static final OperatorDecision SEEN = new OperatorDecision(2, "looked it up", false);

  private static JsonObject json(String text) {
    return JsonBody.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String answer(WebApplicationException refused) {
    return new String((byte[]) refused.getResponse().getEntity(), StandardCharsets.UTF_8);
  }

  private static NotedRecords resolved(String members) {
    NotedRecords records = new NotedRecords();
    String body = "{\"attempt\":2,\"reason\":\"looked it up\"," + members + "}";
    Resolution.read(json(body)).apply(records, ID);
    return records;
  }

  @Test
  void aReleaseNamesAttemptReasonAndForce() {
    assertThat(ActionRequest.read(json("{\"attempt\":2,\"reason\":\"looked it up\"}")).decision())
        .isEqualTo(SEEN);
    assertThat(
            ActionRequest.read(json("{\"attempt\":2.0,\"reason\":\"x\",\"force\":true}"))
                .decision())
        .isEqualTo(new OperatorDecision(2, "x", true));
  }

  @Test
  void aStepGetsItsResultOrIsNotDone() {
    assertThat(resolved("\"step\":\"charged\",\"result\":{\"chargeId\":\"ch-1\"}").calls())
        .containsExactly("step charged {\"chargeId\":\"ch-1\"} " + SEEN);
    assertThat(resolved("\"step\":\"charged\",\"result\":null").calls())
        .containsExactly("step charged null " + SEEN);
    assertThat(resolved("\"step\":\"charged\",\"not_done\":true").calls())
        .containsExactly("step charged not done " + SEEN);
  }

  @Test
  void aCallGetsAValueOrAResponse() {
    assertThat(resolved("\"outcome\":{\"value\":[1]}").calls())
        .containsExactly("value [1] " + SEEN);
    assertThat(resolved("\"outcome\":{\"status\":201,\"body\":{\"a\":1}}").calls())
        .containsExactly("response 201 application/json {\"a\":1} " + SEEN);
    assertThat(
            resolved("\"outcome\":{\"status\":410,\"media_type\":\"text/plain\",\"body\":\"no\"}")
                .calls())
        .containsExactly("response 410 text/plain no " + SEEN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|attempt",
        "{\"attempt\":0,\"reason\":\"x\"}|attempt",
        "{\"attempt\":1.5,\"reason\":\"x\"}|attempt",
        "{\"attempt\":1e999999999,\"reason\":\"x\"}|attempt",
        "{\"attempt\":\"1\",\"reason\":\"x\"}|attempt",
        "{\"attempt\":1}|reason",
        "{\"attempt\":1,\"reason\":\" \"}|reason",
        "{\"attempt\":1,\"reason\":\"a\\nb\"}|reason",
        "{\"attempt\":1,\"reason\":\"x\",\"force\":\"yes\"}|force",
        "{\"attempt\":1,\"reason\":\"x\",\"forced\":true}|*"
      })
  void whatIsWrongInAReleaseIsNamed(String body, String field) {
    BadRequestException refused =
        catchThrowableOfType(BadRequestException.class, () -> ActionRequest.read(json(body)));
    assertThat(answer(refused)).contains("\"field\":\"" + field + "\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"force\":false|step",
        "\"step\":\"charged\"|result",
        "\"step\":\"charged\",\"result\":1,\"not_done\":true|result",
        "\"step\":\"charged\",\"result\":1,\"outcome\":{}|step",
        "\"step\":\"\",\"result\":1|step",
        "\"outcome\":1|outcome",
        "\"outcome\":{}|outcome.status",
        "\"outcome\":{\"status\":99,\"body\":1}|outcome.status",
        "\"outcome\":{\"status\":201}|outcome.body",
        "\"outcome\":{\"status\":201,\"media_type\":\"text/plain\",\"body\":1}|outcome.body",
        "\"outcome\":{\"value\":1,\"status\":201,\"body\":1}|outcome.status"
      })
  void whatIsWrongInAResolutionIsNamed(String members, String field) {
    BadRequestException refused =
        catchThrowableOfType(BadRequestException.class, () -> resolved(members));
    assertThat(answer(refused)).contains("\"field\":\"" + field + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "[]", "{", "{\"a\":1,\"a\":2}", "{} x"})
  void whatIsNotOneObjectIsMalformed(String body) {
    BadRequestException refused = catchThrowableOfType(BadRequestException.class, () -> json(body));
    assertThat(answer(refused)).contains("urn:payments:problem:malformed-json");
  }

  @Test
  void aBodyOfMoreThanAMebibyteIsTooLarge() {
    WebApplicationException refused =
        catchThrowableOfType(
            WebApplicationException.class,
            () -> json("{\"a\":\"" + "x".repeat(1024 * 1024) + "\"}"));
    assertThat(refused.getResponse().getStatus()).isEqualTo(413);
    assertThat(answer(refused)).contains("\"status\":413");
  }

  @Test
  void aKeyIsFoundByOperationAndScopeAndNeverShown() {
    KeyRequest request =
        KeyRequest.read(
            json("{\"operation\":\"transfers.create\",\"scope\":\"alice\",\"key\":\"secret\"}"));
    assertThat(request)
        .isEqualTo(new KeyRequest("transfers.create", "alice", "secret"))
        .hasToString("KeyRequest[transfers.create]");
    assertThat(KeyRequest.read(json("{\"operation\":\"o\",\"key\":\"k\"}")).scope()).isEmpty();
  }
}
