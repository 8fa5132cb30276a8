// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.Outcome.Failure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever outcome is stored is what a retry is answered with. */
abstract class OutcomeContract extends ContractPart {

  private static final int MEBIBYTE = 1024 * 1024;

  OutcomeContract(RecordStoreContract contract) {
    super(contract);
  }

  private void assertKept(Outcome outcome) {
    finish(claim(claimant(LONG)), outcome, Retention.FOREVER);
    StoredRecord record = committed();
    assertThat(record.state()).isEqualTo(outcome.state());
    assertThat(record.storedOutcome()).get().usingRecursiveComparison().isEqualTo(outcome);
  }

  @Nested
  class OfEveryKind {

    @ParameterizedTest
    @EnumSource
    void theOutcomeComesBackAsStored(OutcomeKind kind) {
      assertKept(
          switch (kind) {
            case RESPONSE -> CREATED;
            case VALUE -> Outcome.value("{\"amount\":125.40}".getBytes(StandardCharsets.UTF_8));
            case FAILURE -> DECLINED;
            case SPENT -> DECLINED.spent();
            case BODYLESS -> Outcome.bodyless(201, List.of(new Header("Location", "/reports/7")));
            case UNKNOWN -> new Outcome(OutcomeKind.UNKNOWN, 0, List.of(), null, null, null);
          });
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 200, 204, 302, 404, 422, 599})
    void theStatusComesBackAndDecidesTheState(int status) {
      assertKept(Outcome.response(status, List.of(), null, null));
    }

    @ParameterizedTest
    @EnumSource(
        value = OutcomeKind.class,
        names = {"FAILURE", "SPENT", "RESPONSE"})
    void aMarkKeepsARefusalAsWell(OutcomeKind kind) {
      Outcome refusal =
          switch (kind) {
            case SPENT -> DECLINED.spent();
            case RESPONSE ->
                Outcome.response(
                    409,
                    List.of(new Header("Link", "</a>; rel=\"b\"")),
                    "application/problem+json",
                    "{}".getBytes(StandardCharsets.UTF_8));
            default -> DECLINED;
          };
      Fence fence = claim(claimant(LONG));
      assertThat(inNew(() -> store().markRefused(fence, refusal, Retention.FOREVER))).isTrue();
      assertThat(committed().storedOutcome()).get().usingRecursiveComparison().isEqualTo(refusal);
    }

    @Test
    void aMarkFailsTheRecordWhateverTheStatus() {
      Outcome redirect = Outcome.response(303, List.of(), null, null);
      Fence fence = claim(claimant(LONG));
      assertThat(inNew(() -> store().markRefused(fence, redirect, Retention.FOREVER))).isTrue();
      assertThat(committed().state()).isEqualTo(RecordState.FAILED);
      assertThat(committed().isFinal()).isTrue();
    }

    @Test
    void theOwnTransactionReadsItBeforeTheCommit() {
      Fence fence = claim(claimant(LONG));
      List<Outcome> seen = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                store().read(id).flatMap(StoredRecord::storedOutcome).ifPresent(seen::add);
              });
      assertThat(seen).usingRecursiveComparison().isEqualTo(List.of(CREATED));
    }
  }

  @Nested
  class WithABody {

    @Test
    void noBodyStaysNoBody() {
      assertKept(Outcome.response(204, List.of(), null, null));
    }

    @Test
    void anEmptyBodyStaysAnEmptyBody() {
      assertKept(Outcome.response(200, List.of(), "text/plain", new byte[0]));
    }

    @Test
    void everyByteIsKept() {
      byte[] body = new byte[512];
      for (int i = 0; i < body.length; i++) {
        body[i] = (byte) i;
      }
      assertKept(Outcome.response(200, List.of(), "application/octet-stream", body));
    }

    @Test
    void aMebibyteOfNoiseIsKept() {
      byte[] body = new byte[MEBIBYTE];
      new Random(1).nextBytes(body);
      assertKept(Outcome.response(200, List.of(), "application/octet-stream", body));
    }

    @Test
    void jsonIsKeptByteForByteAndNotByValue() {
      String body = " {\"b\": 1.0,\r\n\t\"a\":1e2, \"a\":\"\\u0000\\ud800\"} ";
      assertKept(
          Outcome.response(
              200, List.of(), "application/json", body.getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "application/json",
          "text/html;charset=ISO-8859-1",
          "multipart/mixed; boundary=\"a;b \\\" c\"",
          "application/vnd.example+json;v=\"2\""
        })
    void theMediaTypeIsKeptAsWritten(String mediaType) {
      assertKept(Outcome.response(200, List.of(), mediaType, new byte[] {1}));
    }
  }

  @Nested
  class WithHeaders {

    @Test
    void orderDuplicatesAndSpellingAreKept() {
      assertKept(
          Outcome.response(
              200,
              List.of(
                  new Header("Link", "</b>; rel=next"),
                  new Header("ETag", "W/\"1\""),
                  new Header("link", "</a>; rel=prev"),
                  new Header("Link", "</b>; rel=next")),
              null,
              null));
    }

    static Stream<String> oddValues() {
      return Stream.of(
          "",
          " ",
          "a: b, c; d=\"e\\\"f\"",
          "tab\there",
          "\\n is no line feed",
          "{\"json\":[1,2]}",
          "'; drop table records; --",
          "$1 ?1 :name %s {0}",
          "caf\u00e9 \u20ac \ud83d\ude42",
          "x".repeat(8000));
    }

    @ParameterizedTest
    @MethodSource("oddValues")
    void oddValuesAreKept(String value) {
      RecordIdentity fresh = RecordIdentity.of("contract.test", "odd", value + id);
      Claimant claimant = claimant(LONG);
      Outcome outcome = Outcome.bodyless(200, List.of(new Header("Content-Disposition", value)));
      inNew(() -> store().insert(fresh, FINGERPRINT, claimant));
      finish(new Fence(fresh.id(), 1, claimant.token()), outcome, Retention.FOREVER);
      assertThat(inNew(() -> store().read(fresh.id())).orElseThrow().storedOutcome())
          .get()
          .usingRecursiveComparison()
          .isEqualTo(outcome);
    }
  }

  /** "Its message, or null; bounded by the store". */
  @Nested
  class WithAFailure {

    @Test
    void noMessageStaysNoMessage() {
      assertKept(Outcome.failure(0, new Failure("example.Refused", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no funds", "l1\r\nl2\t\u20ac \ud83d\ude42 ' \" \\"})
    void aShortMessageIsKeptAsWritten(String message) {
      assertKept(Outcome.failure(409, new Failure("example.Outer$Inner", message)));
    }

    @Test
    void aLongMessageIsCutAndNotRefused() {
      String message = "\ud83d\ude42".repeat(50_000);
      assertThat(message).startsWith(keptMessage(message));
    }

    /** A database may be unable to hold it; the outcome must be stored all the same. */
    @Test
    void aMessageWithAZeroCharacterIsStoredInSomeForm() {
      assertThat(keptMessage("zero \u0000 character")).startsWith("zero ");
    }

    /** A database may be unable to hold it; the outcome must be stored all the same. */
    @Test
    void aMessageWithALoneSurrogateIsStoredInSomeForm() {
      assertThat(keptMessage("lone \ud800 surrogate")).startsWith("lone ");
    }

    private @Nullable String keptMessage(String message) {
      finish(
          claim(claimant(LONG)),
          Outcome.failure(500, new Failure("example.Refused", message)),
          Retention.FOREVER);
      Failure failure = committed().storedOutcome().orElseThrow().failure();
      assertThat(failure).isNotNull();
      assertThat(failure.type()).isEqualTo("example.Refused");
      return failure.message();
    }
  }
}
