// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import static dev.idempotency.stand.gateway.GatewayFixture.BODY;
import static dev.idempotency.stand.gateway.GatewayFixture.OTHER_BODY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@code docs/reference/gateway.md}, clause by clause, on the real process. */
class GatewayIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  @TempDir static Path folder;

  private static GatewayFixture calls;
  private static Gateway gateway;

  @BeforeAll
  static void start() {
    calls = new GatewayFixture(folder);
    gateway = calls.gateway;
  }

  @AfterAll
  static void end() {
    calls.close();
  }

  @BeforeEach
  void reset() {
    gateway.reset();
  }

  private static void awaitCalls(int count) {
    await().atMost(LIMIT).until(() -> gateway.log().size() == count);
  }

  @Nested
  class Charging {

    @Test
    void aCallWithoutKeyChargesEachTime() throws Exception {
      HttpResponse<String> first = calls.charge(null, BODY);
      HttpResponse<String> second = calls.charge(null, BODY);

      assertThat(first.statusCode()).isEqualTo(201);
      assertThat(first.body()).matches("\\{\"charge_id\":\"[-0-9a-f]{36}\"}");
      assertThat(second.body()).isNotEqualTo(first.body());
      assertThat(gateway.charges()).hasSize(2).allSatisfy(c -> assertThat(c.key()).isNull());
    }

    @Test
    void theSameKeyAndBodyGetTheFirstAnswerAndNoSecondCharge() throws Exception {
      HttpResponse<String> first = calls.charge("k1", BODY);
      HttpResponse<String> second = calls.charge("k1", BODY);

      assertThat(second.statusCode()).isEqualTo(201);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void theSameBodyIsTheSameJsonHoweverItIsWritten() throws Exception {
      calls.charge("k1", BODY);
      HttpResponse<String> second =
          calls.charge("k1", "{ \"account_number\": \"56789-0\", \"amount_in_cents\": 10000 }");

      assertThat(second.statusCode()).isEqualTo(201);
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void theSameKeyWithAnotherBodyIsRefused() throws Exception {
      calls.charge("k1", BODY);
      HttpResponse<String> second = calls.charge("k1", OTHER_BODY);

      assertThat(second.statusCode()).isEqualTo(422);
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void theQuotedAndTheBareFormOfAKeyMeanTheSame() throws Exception {
      HttpResponse<String> bare = calls.charge("k1", BODY);
      HttpResponse<String> quoted = calls.charge("\"k1\"", BODY);

      assertThat(quoted.body()).isEqualTo(bare.body());
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void ofConcurrentCallsWithOneKeyOneCharges() {
      List<CompletableFuture<HttpResponse<String>>> answers =
          IntStream.range(0, 40).mapToObj(i -> calls.chargeLater("k1", BODY)).toList();

      assertThat(answers.stream().map(CompletableFuture::join).map(HttpResponse::body).distinct())
          .hasSize(1);
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void theLedgerTellsKeyAmountAccountAndTime() throws Exception {
      Instant before = Instant.now();
      calls.charge("k1", BODY);

      String json = calls.call("GET", "/charges", "").body();

      assertThat(json)
          .matches(
              "\\[\\{\"charge_id\":\"[^\"]+\",\"key\":\"k1\",\"amount_in_cents\":10000,"
                  + "\"account_number\":\"56789-0\",\"at\":\"[^\"]+\"}]");
      assertThat(Instant.parse(gateway.charges().get(0).at())).isBetween(before, Instant.now());
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "{",
          "[]",
          "null",
          "{}",
          "{\"amount_in_cents\":1}",
          "{\"account_number\":\"1\"}",
          "{\"amount_in_cents\":0,\"account_number\":\"1\"}",
          "{\"amount_in_cents\":-1,\"account_number\":\"1\"}",
          "{\"amount_in_cents\":1.5,\"account_number\":\"1\"}",
          "{\"amount_in_cents\":\"1\",\"account_number\":\"1\"}",
          "{\"amount_in_cents\":99999999999999999999,\"account_number\":\"1\"}",
          "{\"amount_in_cents\":1,\"account_number\":\" \"}",
          "{\"amount_in_cents\":1,\"account_number\":1}",
          "{\"amount_in_cents\":1,\"account_number\":\"1\"} x"
        })
    void whatIsNoChargeRequestIsAnswered400AndBooksNothing(String body) throws Exception {
      HttpResponse<String> answer = calls.charge("k1", body);

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).startsWith("{\"error\":\"");
      assertThat(gateway.charges()).isEmpty();
      assertThat(gateway.log()).singleElement().extracting(Call::status).isEqualTo(400);
    }

    @Test
    void anIntegerIsOneByValue() throws Exception {
      assertThat(
              calls.charge(null, "{\"amount_in_cents\":1e4,\"account_number\":\"1\"}").statusCode())
          .isEqualTo(201);
      assertThat(gateway.charges().get(0).amountInCents()).isEqualTo(10_000);
    }
  }

  @Nested
  class Logging {

    @Test
    void everyCallIsLoggedWithKeyPathTimeAndStatus() throws Exception {
      calls.charge("k1", BODY);
      calls.charge("k1", OTHER_BODY);
      calls.call("POST", "/refunds", BODY);

      assertThat(gateway.log())
          .extracting(Call::key, Call::path, Call::status)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("k1", "/charges", 201),
              org.assertj.core.groups.Tuple.tuple("k1", "/charges", 422),
              org.assertj.core.groups.Tuple.tuple(null, "/refunds", 404));
    }

    @Test
    void aHeldCallIsLoggedOnArrivalWithoutStatus() throws Exception {
      gateway.behave(Behaviour.holding());
      CompletableFuture<HttpResponse<String>> held = calls.chargeLater("k1", BODY);
      awaitCalls(1);

      assertThat(calls.call("GET", "/log", "").body())
          .matches(
              "\\[\\{\"key\":\"k1\",\"path\":\"/charges\",\"at\":\"[^\"]+\",\"status\":null}]");

      gateway.behave(Behaviour.NORMAL);
      held.join();
      assertThat(gateway.log()).singleElement().extracting(Call::status).isEqualTo(201);
    }

    @Test
    void theControlsAreNotLogged() throws Exception {
      calls.call("GET", "/charges", "");
      calls.call("GET", "/mails", "");
      calls.call("PUT", "/behaviour", "{}");

      assertThat(gateway.log()).isEmpty();
    }

    @Test
    void forgettingForgetsChargesKeysAndLog() throws Exception {
      calls.charge("k1", BODY);

      assertThat(calls.call("DELETE", "/charges", "").statusCode()).isEqualTo(204);

      assertThat(gateway.charges()).isEmpty();
      assertThat(gateway.log()).isEmpty();
      assertThat(calls.charge("k1", OTHER_BODY).statusCode()).isEqualTo(201);
    }
  }

  @Nested
  class Holding {

    @Test
    void aHeldCallBooksNothingUntilItGoesOn() {
      gateway.behave(Behaviour.holding());
      CompletableFuture<HttpResponse<String>> held = calls.chargeLater("k1", BODY);
      awaitCalls(1);
      assertThat(gateway.charges()).isEmpty();

      gateway.behave(Behaviour.NORMAL);

      assertThat(held.join().statusCode()).isEqualTo(201);
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void aHeldCallGoesOnAsTheNextBehaviourSays() {
      gateway.behave(Behaviour.holding());
      CompletableFuture<HttpResponse<String>> held = calls.chargeLater("k1", BODY);
      awaitCalls(1);

      gateway.behave(Behaviour.answering(503));

      assertThat(held.join().statusCode()).isEqualTo(503);
      assertThat(gateway.charges()).isEmpty();
    }

    @Test
    void aHeldCallThatIsToldToHoldIsHeldOn() {
      gateway.behave(Behaviour.holding());
      CompletableFuture<HttpResponse<String>> held = calls.chargeLater("k1", BODY);
      awaitCalls(1);

      gateway.behave(Behaviour.holding());

      assertThat(held.isDone()).isFalse();
      gateway.behave(Behaviour.NORMAL);
      assertThat(held.join().statusCode()).isEqualTo(201);
    }

    @Test
    void hundredsOfCallsCanBeHeldAtOnce() {
      gateway.behave(Behaviour.holding());
      List<CompletableFuture<HttpResponse<String>>> held =
          IntStream.range(0, 400).mapToObj(i -> calls.chargeLater("k" + i, BODY)).toList();
      awaitCalls(400);
      assertThat(gateway.log()).extracting(Call::status).containsOnlyNulls();

      gateway.behave(Behaviour.NORMAL);

      assertThat(held).allSatisfy(call -> assertThat(call.join().statusCode()).isEqualTo(201));
      assertThat(gateway.charges()).hasSize(400);
    }

    @Test
    void whoeverHangsUpIsChargedAllTheSameAndARetryIsNotChargedAgain() throws Exception {
      gateway.behave(Behaviour.holding());
      CompletableFuture<HttpResponse<String>> gone = calls.chargeLater("k1", BODY);
      awaitCalls(1);
      gone.cancel(true);

      gateway.behave(Behaviour.NORMAL);
      await().atMost(LIMIT).until(() -> gateway.charges().size() == 1);

      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(201);
      assertThat(gateway.charges()).hasSize(1);
      assertThat(gateway.log()).hasSize(2);
    }
  }

  @Nested
  class Failing {

    @ParameterizedTest
    @ValueSource(ints = {402, 503})
    void aStatusIsAnsweredAndNothingIsBookedOrRemembered(int status) throws Exception {
      gateway.behave(Behaviour.answering(status));
      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(status);
      assertThat(gateway.charges()).isEmpty();

      gateway.behave(Behaviour.NORMAL);
      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(201);
    }

    @Test
    void onlyTheFirstCallsAreTreatedSo() throws Exception {
      gateway.behave(Behaviour.answering(503).times(2));

      assertThat(
              List.of(
                  calls.charge("a", BODY).statusCode(),
                  calls.charge("b", BODY).statusCode(),
                  calls.charge("c", BODY).statusCode()))
          .containsExactly(503, 503, 201);
    }

    @Test
    void onlyTheFirstCallIsHeld() throws Exception {
      gateway.behave(Behaviour.holding().times(1));
      CompletableFuture<HttpResponse<String>> held = calls.chargeLater("a", BODY);
      awaitCalls(1);

      assertThat(calls.charge("b", BODY).statusCode()).isEqualTo(201);
      assertThat(held.isDone()).isFalse();
      gateway.behave(Behaviour.NORMAL);
      assertThat(held.join().statusCode()).isEqualTo(201);
    }

    @Test
    void aDroppedAnswerLeavesAChargeAndARetryGetsItsAnswer() throws Exception {
      gateway.behave(Behaviour.droppingAfterCharge().times(1));

      assertThatThrownBy(() -> calls.charge("k1", BODY)).isInstanceOf(IOException.class);

      assertThat(gateway.charges()).hasSize(1);
      assertThat(gateway.log()).singleElement().extracting(Call::status).isNull();
      HttpResponse<String> retry = calls.charge("k1", BODY);
      assertThat(retry.statusCode()).isEqualTo(201);
      assertThat(retry.body()).contains(gateway.charges().get(0).chargeId());
      assertThat(gateway.charges()).hasSize(1);
    }

    @Test
    void aDelayedCallTakesAtLeastThatLong() throws Exception {
      gateway.behave(Behaviour.delaying(Duration.ofMillis(300)));
      long begin = System.nanoTime();

      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(201);

      assertThat(Duration.ofNanos(System.nanoTime() - begin))
          .isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }

    @Test
    void anEmptyBehaviourResets() throws Exception {
      calls.call("PUT", "/behaviour", "{\"status\":503}");
      assertThat(calls.call("PUT", "/behaviour", "{}").statusCode()).isEqualTo(200);

      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "",
          "[]",
          "null",
          "{\"state\":503}",
          "{\"status\":\"down\"}",
          "{\"status\":200}",
          "{\"delay_ms\":-1}",
          "{\"times\":0}"
        })
    void whatIsNoBehaviourIsAnswered400AndChangesNothing(String body) throws Exception {
      gateway.behave(Behaviour.answering(402));

      assertThat(calls.call("PUT", "/behaviour", body).statusCode()).isEqualTo(400);

      assertThat(calls.charge("k1", BODY).statusCode()).isEqualTo(402);
    }
  }
}
