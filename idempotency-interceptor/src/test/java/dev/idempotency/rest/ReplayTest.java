// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.Outcome;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What a retry of a finished call is answered with. */
class ReplayTest extends RestFixture {

  private static final String EXPIRES = "Idempotency-Key-Expires";

  @Nested
  class AReplay {

    @Test
    void hasTheSameStatusBodyAndListedHeadersAndSaysSo() throws Exception {
      Payments.body =
          () ->
              created("/payments/api/payments/7")
                  .tag("v1")
                  .header("Link", "</a>; rel=next")
                  .header("Link", "</b>; rel=prev")
                  .build();
      Reply first = create("k");
      Reply again = create("\"k\"");
      assertThat(Payments.RUNS).hasValue(1);
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.text()).isEqualTo("{\"id\":7}");
      assertThat(first.lines("Link")).containsExactly("</a>; rel=next", "</b>; rel=prev");
      assertThat(first.header(REPLAYED)).isNull();
      assertThat(again.header(REPLAYED)).isEqualTo("true");
      assertThat(again.status()).isEqualTo(first.status());
      assertThat(again.body()).isEqualTo(first.body());
      for (String name : new String[] {"Content-Type", "ETag", "Link", "Location"}) {
        assertThat(again.lines(name)).as(name).isEqualTo(first.lines(name)).isNotEmpty();
      }
    }

    @Test
    void tellsLikeTheFirstAnswerHowLongTheKeyIsKept() throws Exception {
      Payments.body = () -> created("/x").build();
      assertThat(create("k").header(EXPIRES)).isEqualTo("never");
      assertThat(create("k").header(EXPIRES)).isEqualTo("never");
      assertThat(server.post("payments/1/cancel").key("k").send().header(EXPIRES))
          .isEqualTo("3600");
    }

    @Test
    void isNotPromisedWhereTheKeyWasGivenBack() throws Exception {
      Payments.body = () -> Response.status(503).build();
      assertThat(create("k").header(EXPIRES)).isNull();
    }

    @Test
    void neverRepeatsCookiesOrHeadersThatAreNotListed() throws Exception {
      Payments.body =
          () ->
              created("/x")
                  .cookie(new NewCookie.Builder("sid").value("s").build())
                  .header("X-Trace", "t")
                  .build();
      Reply first = create("k");
      Reply again = create("k");
      assertThat(first.header("Set-Cookie")).startsWith("sid=s");
      assertThat(first.header("X-Trace")).isEqualTo("t");
      assertThat(again.header("Set-Cookie")).isNull();
      assertThat(again.header("X-Trace")).isNull();
    }

    @Test
    void ofNoContentIsNoContent() throws Exception {
      Reply first = server.post("payments/1/cancel").key("k").send();
      Reply again = server.post("payments/1/cancel").key("k").send();
      assertThat(first.status()).isEqualTo(204);
      assertThat(again.status()).isEqualTo(204);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
      assertThat(again.header("Content-Type")).isNull();
      assertThat(again.body()).isEmpty();
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void namesTheLocationOfTheFirstAnswerWhateverHostItComesThrough() throws Exception {
      Payments.body = () -> created("/payments/api/payments/7").build();
      Reply first = create("k");
      Reply again =
          server
              .post("payments")
              .throughHost("second.example")
              .key("k")
              .body(JSON, "{\"amount\":1}")
              .send();
      assertThat(first.header("Location"))
          .isEqualTo("http://first.example:8080/payments/api/payments/7");
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    }

    @Test
    void isSeenByTheApplicationsFiltersAsTheAnswer() throws Exception {
      Payments.body = () -> created("/x").build();
      create("k");
      assertThat(SeenByApp.seen).isEqualTo("201 true application/json");
      Reply again = create("k");
      assertThat(SeenByApp.seen).isEqualTo("201 true application/json");
      assertThat(again.header("X-Request-Id")).isEqualTo("42");
    }

    @Test
    void ofADamagedMediaTypeIsRefusedAndRunsNothing() throws Exception {
      Payments.body = () -> created("/x").build();
      create("k");
      Beans.get(TestStore.class)
          .changeOutcomes(
              stored ->
                  Outcome.response(stored.status(), stored.headers(), "nonsense", stored.body()));
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(500);
      assertThat(again.text()).contains(PROBLEM + "record-unreadable");
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void keepsCharsetAndText() throws Exception {
      Payments.body = () -> "h\u00e9";
      Reply first = server.post("payments/text").key("k").send();
      Reply again = server.post("payments/text").key("k").send();
      assertThat(first.text()).isEqualTo("h\u00e9");
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
    }
  }

  @Test
  void aLocationStaysAsWrittenWhereJerseyIsToldToKeepIt() throws Exception {
    server =
        new RestServer(
            Map.of("jersey.config.server.headers.location.relative.resolution.disabled", true),
            Payments.class);
    Payments.body = () -> created("/payments/api/payments/7").build();
    assertThat(create("k").header("Location")).isEqualTo("/payments/api/payments/7");
    assertThat(create("k").header("Location")).isEqualTo("/payments/api/payments/7");
  }

  @Test
  void aRelativeLocationIsCompletedOnce() throws Exception {
    Payments.body = () -> Response.created(URI.create("payments/7")).build();
    Reply first = create("k");
    assertThat(first.header("Location"))
        .isEqualTo("http://first.example:8080/payments/api/payments/7");
    assertThat(create("k").header("Location")).isEqualTo(first.header("Location"));
  }

  @Nested
  class ABodyThatIsNotKept {

    private static final String LARGE = "x".repeat(5 * TestCatalogue.STORED_BODY_LIMIT);

    @Test
    void goesOutWholeOnceAndIsNamedAfterwards() throws Exception {
      Payments.body =
          () ->
              Response.status(201)
                  .header("Location", "/payments/api/payments/7")
                  .entity((StreamingOutput) out -> out.write(LARGE.getBytes(UTF_8)))
                  .build();
      Reply first = create("k");
      Reply again = create("k");
      assertThat(first.status()).isEqualTo(201);
      assertThat(first.text()).isEqualTo(LARGE);
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.text()).contains(PROBLEM + "result-not-kept");
      assertThat(again.header("Location")).isEqualTo(first.header("Location"));
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void ofARefusalIsNotCalledASuccess() throws Exception {
      Payments.body = () -> Response.status(402).entity(LARGE).build();
      Reply first = create("k");
      Reply again = create("k");
      assertThat(first.status()).isEqualTo(402);
      assertThat(first.text()).isEqualTo(LARGE);
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.text())
          .contains(PROBLEM + "result-not-kept", "was refused", "402")
          .doesNotContain("succeeded");
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void isAlsoOneThatTheApplicationEncoded() throws Exception {
      Payments.body = () -> created("/x").header("Content-Encoding", "br").build();
      assertThat(create("k").header("Content-Encoding")).isEqualTo("br");
      assertThat(create("k").text()).contains(PROBLEM + "result-not-kept");
    }
  }
}
