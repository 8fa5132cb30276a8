// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.IdempotencyException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.transaction.RollbackException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RestFeatureTest {

  private static final String JSON = "application/json";
  private static final String PROBLEM = "urn:idempotency:problem:";
  private static final String REPLAYED = "Idempotent-Replayed";

  private static SeContainer beans;
  private static RestServer shared;

  private RestServer server = shared;

  @BeforeAll
  static void start() {
    beans = RestServer.beans();
    shared = new RestServer(Payments.class, DeclinedMapper.class, SeenByApp.class);
  }

  @BeforeEach
  void reset() {
    Payments.reset();
    SeenByApp.seen = null;
    Beans.get(TestStore.class).setDown(false);
    Beans.get(TestStore.class).clear();
  }

  @AfterEach
  void closeOwn() {
    if (server != shared) {
      server.close();
    }
  }

  @AfterAll
  static void stop() {
    shared.close();
    beans.close();
  }

  static final class Declined extends Exception {
    Declined(String why) {
      super(why);
    }
  }

  static final class DeclinedMapper implements ExceptionMapper<Declined> {
    @Override
    public Response toResponse(Declined declined) {
      return Response.status(402)
          .header("ETag", "\"declined\"")
          .type("application/problem+json")
          .entity("{\"why\":\"" + declined.getMessage() + "\"}")
          .build();
    }
  }

  /** A response filter of the application, which must see the answer and nothing else. */
  static final class SeenByApp implements ContainerResponseFilter {
    static String seen;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      seen = response.getStatus() + " " + response.hasEntity() + " " + response.getMediaType();
      response.getHeaders().putSingle("X-Request-Id", "42");
    }
  }

  private Reply create(String key) throws Exception {
    return create(key, "{\"amount\":1}");
  }

  private Reply create(String key, String json) throws Exception {
    return server.post("payments").key(key).body(JSON, json).send();
  }

  private static Response.ResponseBuilder created(String location) {
    return Response.status(201).header("Location", location).entity("{\"id\":7}");
  }

  private static TestTransactions transactions() {
    return Beans.get(TestTransactions.class);
  }

  /** The container's transaction around the method, begun for it. */
  private static Payments.Container transaction() {
    return method -> {
      transactions().begin();
      try {
        return method.call();
      } finally {
        transactions().end();
      }
    };
  }

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
  class ARefusal {

    @Test
    void ofTheApplicationsMapperIsStored() throws Exception {
      Payments.body = () -> declined("no money");
      Reply first = create("k");
      Payments.body = () -> created("/x").build();
      Reply again = create("k");
      assertThat(first.status()).isEqualTo(402);
      assertThat(first.text()).isEqualTo("{\"why\":\"no money\"}");
      assertThat(again.status()).isEqualTo(402);
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.header("ETag")).isEqualTo("\"declined\"");
      assertThat(again.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void thatCarriesItsResponseIsStored() throws Exception {
      Payments.body =
          () -> {
            throw new WebApplicationException(
                Response.status(409).type("text/plain").entity("closed").build());
          };
      create("k");
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(409);
      assertThat(again.text()).isEqualTo("closed");
      assertThat(Payments.RUNS).hasValue(1);
    }

    @Test
    void thatNothingMapsLeavesAndGivesTheKeyBack() throws Exception {
      Payments.body =
          () -> {
            throw new IllegalStateException("boom");
          };
      assertThatThrownBy(() -> create("k")).hasMessage("boom");
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
      assertThat(Payments.RUNS).hasValue(2);
    }

    @Test
    void of5xxGoesOutAndGivesTheKeyBack() throws Exception {
      Payments.body =
          () ->
              Response.status(503)
                  .type("text/plain")
                  .entity(new ByteArrayInputStream("down".getBytes(UTF_8)))
                  .build();
      Reply first = create("k");
      assertThat(first.status()).isEqualTo(503);
      assertThat(first.text()).isEqualTo("down");
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
    }

    private static Object declined(String why) throws Declined {
      throw new Declined(why);
    }
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
    void isAlsoOneThatTheApplicationEncoded() throws Exception {
      Payments.body = () -> created("/x").header("Content-Encoding", "br").build();
      assertThat(create("k").header("Content-Encoding")).isEqualTo("br");
      assertThat(create("k").text()).contains(PROBLEM + "result-not-kept");
    }
  }

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

  @Nested
  class WhereTheContainerEndsTheTransaction {

    @Test
    void aCommittedSuccessIsTheAnswer() throws Exception {
      Payments.container = transaction();
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
      assertThat(create("k").header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void aSuccessThatWasRolledBackIsNeverAnswered() throws Exception {
      Payments.container = transaction();
      Payments.body =
          () -> {
            transactions().setRollbackOnly();
            return created("/x").cookie(new NewCookie.Builder("sid").value("s").build()).build();
          };
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "rolled-back");
      assertThat(reply.header("Retry-After")).isEqualTo("1");
      assertThat(reply.header("Set-Cookie")).isNull();
      assertThat(reply.header("Location")).isNull();
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(201);
    }

    @Test
    void aFailedCommitIsToldApartFromTheSuccess() throws Exception {
      Payments.container = failingCommit();
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "rolled-back");
    }

    @Test
    void aRefusalStandsWhereItsCommitFailed() throws Exception {
      Payments.container = failingCommit();
      Payments.body = () -> Response.status(402).entity("{}").build();
      assertThat(create("k").status()).isEqualTo(402);
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(402);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void aFailedCommitOfAnUnguardedMethodIsAServerErrorAsEver() throws Exception {
      Payments.container = failingCommit();
      assertThat(server.post("payments/unguarded").send().status()).isEqualTo(500);
    }

    @Test
    void aFailureAfterTheCommitIsNotCoveredUpAndTheRetryGetsTheOutcome() throws Exception {
      Payments.container =
          method -> {
            transaction().around(method);
            throw new Declined("an interceptor of the application");
          };
      Payments.body = () -> created("/x").build();
      assertThat(create("k").status()).isEqualTo(402);
      Payments.container = transaction();
      Reply again = create("k");
      assertThat(again.status()).isEqualTo(201);
      assertThat(again.header(REPLAYED)).isEqualTo("true");
    }

    @Test
    void anOpenTransactionCannotBeAnswered() throws Exception {
      Payments.container =
          method -> {
            transactions().begin();
            return method.call();
          };
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
      transactions().end();
    }

    @Test
    void anEndThatCannotBeStoredCannotBeAnswered() throws Exception {
      Payments.container =
          method -> {
            transactions().begin();
            Object result = method.call();
            transactions().end(Transactions.End.NOT_COMMITTED);
            Beans.get(TestStore.class).setDown(true);
            return result;
          };
      Payments.body = () -> created("/x").build();
      Reply reply = create("k");
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
    }

    private static Payments.Container failingCommit() {
      return method -> {
        transactions().begin();
        method.call();
        transactions().end(Transactions.End.NOT_COMMITTED);
        throw new RollbackException("a deferred constraint");
      };
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

  @Test
  void anUnguardedMethodMayBeAnsweredByAnyThread() throws Exception {
    assertThat(server.request("GET", "payments/later").send().text()).isEqualTo("later");
  }

  @Nested
  class AValueCallOfAnUnguardedMethod {

    @Test
    void takesTheKeyFromTheRequest() throws Exception {
      Payments.body = () -> Beans.get(JaxRsRequest.class).key().orElse("none");
      assertThat(server.post("payments/unguarded").key("\"k\"").send().text()).isEqualTo("k");
      assertThat(server.post("payments/unguarded").send().text()).isEqualTo("none");
    }

    @Test
    void isSettledBeforeTheRequestIsAnswered() throws Exception {
      Callable<?> value = () -> "value";
      Payments.container = transaction();
      Payments.body =
          () -> {
            Guard.valueCall("inner", "k", value);
            return "done";
          };
      assertThat(server.post("payments/unguarded").send().text()).isEqualTo("done");
    }

    @Test
    void holdsTheAnswerBackWhereItCannotBeSettled() throws Exception {
      Payments.body =
          () -> {
            transactions().begin();
            Guard.valueCall("inner", "k", () -> "value");
            return "done";
          };
      Reply reply = server.post("payments/unguarded").send();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.text()).contains(PROBLEM + "store-unavailable");
      transactions().end();
    }
  }

  @Nested
  class AnApplicationsOwnMapper {

    static final class MismatchMapper implements ExceptionMapper<KeyMismatchException> {
      @Override
      public Response toResponse(KeyMismatchException mismatch) {
        return Response.status(499).type("text/plain").entity("other request").build();
      }
    }

    static final class AllRefusals implements ExceptionMapper<IdempotencyException> {
      @Override
      public Response toResponse(IdempotencyException refusal) {
        return Response.status(418).entity("refused").build();
      }
    }

    @Test
    void ofASubclassIsPreferred() throws Exception {
      restart(MismatchMapper.class);
      create("k");
      Reply reply = create("k", "{\"amount\":2}");
      assertThat(reply.status()).isEqualTo(499);
      assertThat(reply.text()).isEqualTo("other request");
      assertThat(server.post("payments").send().text()).contains(PROBLEM + "key-missing");
    }

    @Test
    void ofTheRootIsPreferred() throws Exception {
      restart(AllRefusals.class);
      assertThat(server.post("payments").send().status()).isEqualTo(418);
      create("k");
      Reply reply = create("k", "{\"amount\":2}");
      assertThat(reply.status()).isEqualTo(418);
      assertThat(reply.text()).isEqualTo("refused");
    }

    private void restart(Class<?> mapper) {
      server = new RestServer(Payments.class, mapper);
    }
  }
}
