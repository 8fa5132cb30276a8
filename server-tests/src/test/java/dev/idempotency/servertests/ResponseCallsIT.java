// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Work;
import jakarta.annotation.Resource;
import java.net.URL;
import java.net.http.HttpResponse;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Guarded resource methods, on an EJB and on a CDI bean, over HTTP. */
@ExtendWith(ArquillianExtension.class)
class ResponseCallsIT {

  private static final String[] KINDS = {"ejb", "cdi"};

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @ArquillianResource private URL deployment;

  private Records records;
  private Http http;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("response-calls")
        .addClasses(ResponseCallsIT.class, Records.class, Http.class);
  }

  /** What is done with each kind of resource, with a fresh key. */
  @FunctionalInterface
  interface Scenario {
    void run(String kind, String key) throws Exception;
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
    http = new Http(deployment);
  }

  private static void onEveryKind(Scenario scenario) throws Exception {
    for (String kind : KINDS) {
      try {
        scenario.run(kind, "k-" + UUID.randomUUID());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kind + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void aFirstCallRunsOnceAndCommitsTogetherWithItsRecord() throws Exception {
    onEveryKind(
        (kind, key) -> {
          HttpResponse<String> first = http.post(kind, key, key, Behaviour.RETURN);
          assertThat(first.statusCode()).isEqualTo(201);
          assertThat(first.body()).isEqualTo("done " + key + " in attempt 1");
          assertThat(Http.isReplay(first)).isFalse();
          assertThat(Work.runs(key)).isOne();
          assertThat(records.rowsCommittedWithTheirRecord(key, kind + "-resource.work")).isOne();
        });
  }

  @Test
  void aRetryGetsTheSameBytesAndHeadersMarkedAsReplay() throws Exception {
    onEveryKind(
        (kind, key) -> {
          HttpResponse<String> first = http.post(kind, key, key, Behaviour.RETURN);
          HttpResponse<String> second = http.post(kind, key, key, Behaviour.THROW_UNCHECKED);
          assertThat(second.statusCode()).isEqualTo(201);
          assertThat(second.body()).isEqualTo(first.body());
          assertThat(second.headers().allValues("Location"))
              .isEqualTo(first.headers().allValues("Location"))
              .isNotEmpty();
          assertThat(second.headers().allValues("Content-Type"))
              .isEqualTo(first.headers().allValues("Content-Type"));
          assertThat(Http.isReplay(second)).isTrue();
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void anotherRequestWithTheSameKeyIsAMismatch() throws Exception {
    onEveryKind(
        (kind, key) -> {
          http.post(kind, key, key, Behaviour.RETURN);
          assertThat(http.post(kind, key, "other", Behaviour.RETURN).statusCode()).isEqualTo(422);
        });
  }

  @Test
  void anUncheckedExceptionGivesTheKeyBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(http.post(kind, key, key, Behaviour.THROW_UNCHECKED).statusCode())
              .isEqualTo(500);
          assertThat(records.rows(key)).isZero();
          HttpResponse<String> retry = http.post(kind, key, key, Behaviour.RETURN);
          assertThat(retry.statusCode()).isEqualTo(201);
          assertThat(retry.body()).endsWith("in attempt 2");
        });
  }

  @Test
  void aMethodThatLeavesItsThreadInterruptedHasItsOutcomeKept() throws Exception {
    onEveryKind(
        (kind, key) -> {
          HttpResponse<String> first = http.post(kind, key, key, Behaviour.RETURN_INTERRUPTED);
          assertThat(first.statusCode()).isEqualTo(201);
          HttpResponse<String> second = http.post(kind, key, key, Behaviour.RETURN_INTERRUPTED);
          assertThat(second.statusCode()).isEqualTo(201);
          assertThat(second.body()).isEqualTo(first.body());
        });
  }

  @Test
  void aReturned503RollsBackAndGivesTheKeyBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          HttpResponse<String> first = http.post(kind, key, key, Behaviour.RETURN_503);
          assertThat(first.statusCode()).isEqualTo(503);
          assertThat(first.body()).isEqualTo("try later");
          assertThat(records.rows(key)).isZero();
          assertThat(http.post(kind, key, key, Behaviour.RETURN).statusCode()).isEqualTo(201);
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aThrown402IsTheOutcomeAlthoughItsRowRolledBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          HttpResponse<String> first = http.post(kind, key, key, Behaviour.THROW_402);
          assertThat(first.statusCode()).isEqualTo(402);
          assertThat(first.body()).isEqualTo("declined " + key);
          assertThat(records.rows(key)).isZero();
          HttpResponse<String> second = http.post(kind, key, key, Behaviour.RETURN);
          assertThat(second.statusCode()).isEqualTo(402);
          assertThat(second.body()).isEqualTo(first.body());
          assertThat(Http.isReplay(second)).isTrue();
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void aSuccessThatMarkedItsTransactionIsAnsweredWith503() throws Exception {
    onEveryKind((kind, key) -> rolledBackSuccess(kind, key, Behaviour.SET_ROLLBACK_ONLY));
  }

  @Test
  void aSuccessThatFailsAtFlushIsAnsweredWith503() throws Exception {
    onEveryKind((kind, key) -> rolledBackSuccess(kind, key, Behaviour.FAIL_AT_FLUSH));
  }

  @Test
  void aSuccessThatFailsAtCommitIsAnsweredWith503() throws Exception {
    onEveryKind((kind, key) -> rolledBackSuccess(kind, key, Behaviour.FAIL_AT_COMMIT));
  }

  private void rolledBackSuccess(String kind, String key, Behaviour behaviour) throws Exception {
    HttpResponse<String> first = http.post(kind, key, key, behaviour);
    assertThat(first.statusCode()).isEqualTo(503);
    assertThat(first.headers().firstValue("Retry-After")).isPresent();
    assertThat(records.rows(key)).isZero();
    HttpResponse<String> retry = http.post(kind, key, key, Behaviour.RETURN);
    assertThat(retry.statusCode()).isEqualTo(201);
    assertThat(records.rows(key)).isOne();
  }

  @Test
  void aRefusalOfTheBodyIsTheOutcomeSoItsEffectHappensOnce() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Behaviour behaviour = Behaviour.THROW_403_AFTER_EFFECT;
          assertThat(http.post(kind, key, key, behaviour).statusCode()).isEqualTo(403);
          HttpResponse<String> retry = http.post(kind, key, key, behaviour);
          assertThat(retry.statusCode()).isEqualTo(403);
          assertThat(Http.isReplay(retry)).isTrue();
          assertThat(Work.effects(key)).isOne();
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void aRefusalBeforeTheBodyLeavesNoRecordAndTheKeyFree() throws Exception {
    onEveryKind(
        (kind, key) -> {
          int before = records.inOperation(kind + "-resource.work");
          assertThat(http.post(kind, key, " ", Behaviour.RETURN).statusCode()).isEqualTo(400);
          assertThat(records.inOperation(kind + "-resource.work")).isEqualTo(before);
          assertThat(http.post(kind, key, key, Behaviour.RETURN).statusCode()).isEqualTo(201);
        });
  }

  @Test
  void aMalformedKeyRunsNothing() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(http.post(kind, "two words", key, Behaviour.RETURN).statusCode())
              .isEqualTo(400);
          assertThat(Work.runs(key)).isZero();
        });
  }
}
