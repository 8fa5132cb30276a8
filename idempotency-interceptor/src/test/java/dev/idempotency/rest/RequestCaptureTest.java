// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.rest.RestServer.Reply;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a request is captured before anything runs. */
class RequestCaptureTest extends RestFixture {

  @Nested
  class TheKey {

    @ParameterizedTest
    @CsvSource({"'',key-malformed", "a b,key-malformed", "'a,b',key-repeated"})
    void thatCannotBeUsedIsRefusedAndNothingRuns(String key, String problem) throws Exception {
      Reply reply = create(key);
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(reply.text()).contains(PROBLEM + problem);
      assertThat(Payments.RUNS).hasValue(0);
    }

    @Test
    void isRequired() throws Exception {
      Reply reply = server.post("payments").body(JSON, "{}").send();
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text()).contains(PROBLEM + "key-missing");
      assertThat(Payments.RUNS).hasValue(0);
    }

    @Test
    void mayBeAbsentWhereItIsOptional() throws Exception {
      server.post("payments/1/cancel").send();
      server.post("payments/1/cancel").send();
      assertThat(Payments.RUNS).hasValue(2);
      Reply blank = server.post("payments/1/cancel").key(" ").send();
      assertThat(blank.text()).contains(PROBLEM + "key-malformed");
    }

    @Test
    void hasACaseButItsHeaderHasNone() throws Exception {
      server.post("payments/1/cancel").header("IDEMPOTENCY-KEY", "abc").send();
      server.post("payments/1/cancel").header("idempotency-key", "abc").send();
      assertThat(Payments.RUNS).hasValue(1);
      server.post("payments/1/cancel").key("ABC").send();
      assertThat(Payments.RUNS).hasValue(2);
    }

    @Test
    void ofAnInnerOperationIsInTheHeaderOfThatOperation() throws Exception {
      Payments.body = () -> Beans.get(JaxRsRequest.class).key("X-Stock-Key").orElse("none");
      assertThat(server.post("payments/text").key("k").send().text()).isEqualTo("none");
      assertThat(server.post("payments/text").key("l").header("X-Stock-Key", "s").send().text())
          .isEqualTo("s");
      Payments.body = () -> Beans.get(JaxRsRequest.class).key("idempotency-KEY").orElse("none");
      assertThat(server.post("payments/text").key("m").send().text()).isEqualTo("m");
    }

    @Test
    void ofASafeMethodIsNotLookedAt() throws Exception {
      Payments.body = () -> "list";
      assertThat(server.request("GET", "payments").key("k").send().text()).isEqualTo("list");
      assertThat(server.request("GET", "payments").key("a b").send().status()).isEqualTo(200);
      assertThat(Payments.RUNS).hasValue(2);
    }
  }

  @Nested
  class TheRequest {

    @Test
    void isComparedByValue() throws Exception {
      Payments.body = () -> created("/x").build();
      create("k", "{\"amount\":125.4,\"to\":\"a\",\"sent_at\":1}");
      Reply same = create("k", "{ \"to\":\"a\", \"sent_at\":2, \"amount\":1254e-1 }");
      Reply other = create("k", "{\"amount\":125.41,\"to\":\"a\"}");
      assertThat(same.header(REPLAYED)).isEqualTo("true");
      assertThat(other.status()).isEqualTo(422);
      assertThat(other.text()).contains(PROBLEM + "key-mismatch").doesNotContain("125.41");
      assertThat(other.header(REPLAYED)).isNull();
    }

    @Test
    void isComparedWithPathAndQuery() throws Exception {
      server.post("payments/1/cancel?a=1&b=2").key("k").send();
      assertThat(server.post("payments/1/cancel?b=2&a=1").key("k").send().status()).isEqualTo(204);
      assertThat(server.post("payments/%31/cancel?a=1&b=2").key("k").send().status())
          .isEqualTo(204);
      assertThat(server.post("payments/1/cancel").key("k").send().status()).isEqualTo(422);
      assertThat(server.post("payments/2/cancel?a=1&b=2").key("k").send().status()).isEqualTo(422);
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void thatIsAmbiguousIsRefused() throws Exception {
      Reply reply = create("k", "{\"amount\":1,\"amount\":9000}");
      assertThat(reply.status()).isEqualTo(400);
      assertThat(reply.text()).contains(PROBLEM + "content-malformed").doesNotContain("9000");
      assertThat(Payments.RUNS).hasValue(0);
    }

    @Test
    void reachesTheHandlerByteForByte() throws Exception {
      byte[] sent = gzip("{\"amount\":1}");
      Reply first =
          server
              .post("payments/echo")
              .key("k")
              .header("Content-Encoding", "gzip")
              .body(JSON, sent)
              .send();
      Reply again = server.post("payments/echo").key("k").body(JSON, "{\"amount\":1.0}").send();
      assertThat(first.body()).isEqualTo(sent);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void mayHaveABodyUpToTheLimit() throws Exception {
      byte[] most = new byte[TestCatalogue.BODY_LIMIT];
      byte[] more = new byte[TestCatalogue.BODY_LIMIT + 1];
      assertThat(echo("a").body("x/y", most).send().body()).isEqualTo(most);
      assertTooLarge(echo("b").body("x/y", more).send());
      assertTooLarge(echo("c").chunks("x/y", more).send());
      assertTooLarge(
          echo("d")
              .header("Content-Encoding", "gzip")
              .body("x/y", gzip("0".repeat(TestCatalogue.BODY_LIMIT + 1)))
              .send());
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void mayBeALittleOverTheLimitAndIsReadSoThatItsClientSeesWhy() throws Exception {
      int limit = TestCatalogue.BODY_LIMIT;
      assertThat(unread(echo("a").body("x/y", new byte[limit + 1]))).isZero();
      assertThat(unread(echo("b").body("x/y", new byte[2 * limit]))).isZero();
      assertThat(unread(echo("c").body("x/y", new byte[2 * limit + 1]))).isEqualTo(2 * limit + 1);
      RestServer.Request asking = echo("d").header("Expect", "100-continue");
      assertThat(unread(asking.body("x/y", new byte[limit + 1]))).isEqualTo(limit + 1);
      assertThat(Payments.RUNS).hasValue(0);
    }

    private static int unread(RestServer.Request request) throws Exception {
      assertTooLarge(request.send());
      return request.unread();
    }

    private RestServer.Request echo(String key) {
      return server.post("payments/echo").key(key);
    }

    private static void assertTooLarge(Reply reply) {
      assertThat(reply.status()).isEqualTo(413);
      assertThat(reply.text()).contains(PROBLEM + "content-too-large");
    }

    @Test
    void whoseBodySomebodyElseHasReadIsNotRun() {
      assertThatThrownBy(
              () ->
                  server
                      .post("payments/echo")
                      .key("k")
                      .header("Content-Type", "application/x-www-form-urlencoded")
                      .header("Content-Length", "8")
                      .send())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("getParameter()");
      assertThat(Payments.RUNS).hasValue(0);
    }

    @Test
    void whoseBodyBreaksOffIsTheClientsFault() {
      InputStream brokenOff =
          new InputStream() {
            @Override
            public int read() throws IOException {
              throw new IOException("the peer closed the connection");
            }

            @Override
            public int read(byte[] into, int from, int length) throws IOException {
              return read();
            }
          };
      assertThatThrownBy(() -> BodyCapture.readSent(brokenOff, 10))
          .isInstanceOf(UnacceptableRequestException.class)
          .hasMessageContaining("to its end")
          .hasRootCauseMessage("the peer closed the connection");
    }

    private static byte[] gzip(String text) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = new GZIPOutputStream(bytes)) {
        out.write(text.getBytes(UTF_8));
      }
      return bytes.toByteArray();
    }
  }

  @Test
  void aDuplicateOfARunningCallIsToldWhenToComeBack() throws Exception {
    Payments.body =
        () -> {
          Reply duplicate = CompletableFuture.supplyAsync(this::createUnchecked).join();
          assertThat(duplicate.status()).isEqualTo(409);
          assertThat(duplicate.header("Retry-After")).isEqualTo("5");
          assertThat(duplicate.text()).contains(PROBLEM + "key-in-progress");
          return created("/x").build();
        };
    assertThat(create("k").status()).isEqualTo(201);
    assertThat(Payments.RUNS).hasValue(1);
  }

  private Reply createUnchecked() {
    try {
      return create("k");
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aStoreThatIsDownRefusesAndNothingRuns() throws Exception {
    Beans.get(TestStore.class).setDown(true);
    Reply reply = create("k");
    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.header("Retry-After")).isEqualTo("1");
    assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
    assertThat(Payments.RUNS).hasValue(0);
  }
}
