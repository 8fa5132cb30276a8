// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.ExternalOptions;
import dev.idempotency.IdempotentCall;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.app.DeclinedException;
import dev.idempotency.servertests.app.GuardedBean;
import dev.idempotency.servertests.app.RollingBackException;
import dev.idempotency.servertests.app.Work;
import dev.idempotency.servertests.single.SingleEjb;
import dev.idempotency.servertests.single.SinglePlainBean;
import dev.idempotency.servertests.single.SingleTransactionalBean;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Claim, work and outcome in one transaction (P40 to P42), inside the server. */
@ExtendWith(ArquillianExtension.class)
class SingleTransactionIT {

  private static final String[] RESOURCES = {"single-ejb", "single-cdi"};
  private static final int PATIENCE_SECONDS = 60;
  private static final int CALLERS = 30;
  private static final int ROUNDS = 5;

  @Inject private SingleEjb ejb;
  @Inject private SingleTransactionalBean transactional;
  @Inject private SinglePlainBean plain;
  @Inject private Caller caller;
  @Inject private IdempotentCall call;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @ArquillianResource private URL deployment;

  private Records records;
  private Http http;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("single")
        .addPackage("dev.idempotency.servertests.single")
        .addClasses(SingleTransactionIT.class, Kind.class, Records.class, Http.class);
  }

  record Kind(GuardedBean bean, String operation) {}

  /** What is done with each kind of bean, with a fresh key that is its label too. */
  @FunctionalInterface
  interface Scenario {
    void run(Kind kind, String key) throws Exception;
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
    http = new Http(deployment);
  }

  private void onEveryKind(Scenario scenario) throws Exception {
    for (Kind kind :
        new Kind[] {
          new Kind(ejb, "single-ejb.work"),
          new Kind(transactional, "single-transactional.work"),
          new Kind(plain, "single-plain.work")
        }) {
      try {
        scenario.run(kind, key());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kind.operation() + ": " + e.getMessage(), e);
      }
    }
  }

  private static String key() {
    return "k-" + UUID.randomUUID();
  }

  private <T> T onAnotherThread(Callable<T> work) throws Exception {
    return executor.submit(work).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void aCallRunsOnceAndItsRecordCommitsWithItsRow() throws Exception {
    onEveryKind(
        (kind, key) -> {
          String first = kind.bean().work(key, key, Behaviour.RETURN);
          assertThat(kind.bean().work(key, key, Behaviour.RETURN)).isEqualTo(first);
          assertThat(Work.runs(key)).isOne();
          assertThat(records.rowsCommittedWithTheirRecord(key, kind.operation())).isOne();
          assertThat(records.newest(kind.operation())).isEqualTo("SUCCEEDED");
          assertThatThrownBy(() -> kind.bean().work(key, "other", Behaviour.RETURN))
              .isInstanceOf(KeyMismatchException.class);
        });
  }

  @Test
  void whileACallRunsItsDuplicateIsRefusedAtOnceAndSeesNothing() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Work.itself(
              key,
              () -> {
                assertThat(onAnotherThread(() -> records.rows(key))).isZero();
                return onAnotherThread(() -> kind.bean().work(key, key, Behaviour.RETURN));
              });
          String done = kind.bean().work(key, key, Behaviour.CALL_ITSELF);
          assertThat(Work.refusal(key)).hasCauseInstanceOf(KeyInProgressException.class);
          assertThat(kind.bean().work(key, key, Behaviour.RETURN)).isEqualTo(done);
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void ofManyAtOnceOneRuns() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CALLERS);
    try {
      for (String resource : RESOURCES) {
        String key = key();
        CyclicBarrier together = new CyclicBarrier(CALLERS);
        List<Future<HttpResponse<String>>> calls = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
          calls.add(
              clients.submit(
                  () -> {
                    together.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                    return http.post(resource, key, key, Behaviour.RETURN);
                  }));
        }
        int first = 0;
        for (Future<HttpResponse<String>> call : calls) {
          HttpResponse<String> answer = call.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
          assertThat(answer.statusCode()).as(resource).isIn(201, 409);
          first += answer.statusCode() == 201 && !Http.isReplay(answer) ? 1 : 0;
        }
        assertThat(first).as(resource).isOne();
        assertThat(records.rows(key)).as(resource).isOne();
        assertThat(Work.runs(key)).as(resource).isOne();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void aFailureLeavesNothingBehindAndTheRetryRuns() throws Exception {
    for (Behaviour failing :
        new Behaviour[] {
          Behaviour.THROW_UNCHECKED,
          Behaviour.THROW_ERROR,
          Behaviour.FAIL_AT_FLUSH,
          Behaviour.FAIL_AT_COMMIT,
          Behaviour.SET_ROLLBACK_ONLY
        }) {
      onEveryKind(
          (kind, key) -> {
            assertThat(catchThrowable(() -> kind.bean().work(key, key, failing)))
                .as(failing.name())
                .isNotNull();
            assertThat(records.rows(key)).as(failing.name()).isZero();
            assertThat(kind.bean().work(key, key, Behaviour.RETURN)).contains(key);
            assertThat(Work.runs(key)).as(failing.name()).isEqualTo(2);
            assertThat(records.rows(key)).as(failing.name()).isOne();
          });
    }
  }

  @Test
  void aRefusalIsStoredWhetherItCommittedOrNot() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThatThrownBy(() -> kind.bean().work(key, key, Behaviour.THROW_CHECKED))
              .isInstanceOf(DeclinedException.class);
          assertThatThrownBy(() -> kind.bean().work(key, key, Behaviour.RETURN))
              .isInstanceOf(ReplayedFailureException.class);
          assertThat(records.rowsCommittedWithTheirRecord(key, kind.operation())).isOne();

          String other = key();
          assertThatThrownBy(
                  () ->
                      kind.bean()
                          .work(other, other, Behaviour.THROW_ROLLING_BACK_APPLICATION_EXCEPTION))
              .isInstanceOf(RollingBackException.class);
          assertThatThrownBy(() -> kind.bean().work(other, other, Behaviour.RETURN))
              .isInstanceOf(ReplayedFailureException.class);
          assertThat(records.rows(other)).isZero();
          assertThat(Work.runs(other)).isOne();
        });
  }

  @Test
  void inACallersTransactionNobodySeesItBeforeTheCommit() throws Exception {
    onEveryKind(
        (kind, key) -> {
          String inner =
              caller.inTransaction(
                  () -> {
                    String done = kind.bean().work(key, key, Behaviour.RETURN);
                    assertThat(onAnotherThread(() -> records.rows(key))).isZero();
                    assertThatThrownBy(
                            () ->
                                onAnotherThread(() -> kind.bean().work(key, key, Behaviour.RETURN)))
                        .hasCauseInstanceOf(KeyInProgressException.class);
                    assertThat(kind.bean().work(key, key, Behaviour.RETURN)).isEqualTo(done);
                    return done;
                  });
          assertThat(kind.bean().work(key, key, Behaviour.RETURN)).isEqualTo(inner);
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void theCallersRollbackTakesTheClaimWithIt() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(
                  catchThrowable(
                      () ->
                          caller.inTransaction(
                              () -> {
                                kind.bean().work(key, key, Behaviour.RETURN);
                                throw new IllegalStateException("the caller fails");
                              })))
              .isNotNull();
          assertThat(records.rows(key)).isZero();
          assertThat(kind.bean().work(key, key, Behaviour.RETURN)).contains(key);
          assertThat(records.rows(key)).isOne();
          assertThat(Work.runs(key)).isEqualTo(2);
        });
  }

  @Test
  void aBusyKeyLeavesTheCallersTransactionAlone() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Work.itself(
              key,
              () ->
                  onAnotherThread(
                      () ->
                          caller.inTransaction(
                              () -> {
                                caller.insert("callers " + key);
                                assertThatThrownBy(
                                        () -> kind.bean().work(key, key, Behaviour.RETURN))
                                    .isInstanceOf(KeyInProgressException.class);
                                return key;
                              })));
          kind.bean().work(key, key, Behaviour.CALL_ITSELF);
          assertThat(Work.refusal(key)).isNull();
          assertThat(records.rows("callers " + key)).isOne();
          assertThat(records.rows(key)).isOne();
        });
  }

  /** P42: before the commit no life is durable. */
  @Test
  void thereAreNoChildKeys() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(
                  catchThrowable(
                      () -> kind.bean().work(key, key, Behaviour.THROW_403_AFTER_EFFECT)))
              .hasStackTraceContaining("has no child keys");
          assertThat(Work.effects(key)).isZero();
        });
  }

  /** P42: and nothing that a later attempt could skip. */
  @Test
  void thereAreNoSteps() throws Exception {
    List<Callable<String>> steps =
        List.of(
            () -> call.phase("recorded", String.class, () -> "done"),
            () ->
                call.external(
                    "charged", String.class, ExternalOptions.defaults(), () -> "charged"));
    onEveryKind(
        (kind, key) -> {
          for (Callable<String> step : steps) {
            String other = key();
            Work.itself(other, step);
            kind.bean().work(other, other, Behaviour.CALL_ITSELF);
            assertThat(Work.refusal(other)).hasStackTraceContaining("takes no steps");
          }
        });
  }

  /** P42: for one attempt, there are a start and identifiers. */
  @Test
  void anAttemptHasAStartAndIdentifiers() throws Exception {
    onEveryKind(
        (kind, key) -> {
          List<Instant> starts = new ArrayList<>();
          Work.itself(
              key,
              () -> {
                assertThat(call.uuid("entry")).isEqualTo(call.uuid("entry"));
                return starts.add(call.startedAt());
              });
          kind.bean().work(key, key, Behaviour.CALL_ITSELF);
          assertThat(Work.refusal(key)).isNull();
          assertThat(starts).containsExactly(records.newestStarted(kind.operation()));
        });
  }

  /** P40: one commit; the database numbers each transaction that writes. */
  @Test
  void aCallIsOneTransactionThatWritesAndAReplayIsNone() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(fewestTransactions(() -> kind.bean().work(key(), key, Behaviour.RETURN)))
              .isOne();
          kind.bean().work(key, key, Behaviour.RETURN);
          assertThat(fewestTransactions(() -> kind.bean().work(key, key, Behaviour.RETURN)))
              .isZero();
        });
  }

  /** Of several tries, since the server and the database write now and then by themselves. */
  private long fewestTransactions(Callable<String> work) throws Exception {
    long fewest = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = records.nextTransaction();
      work.call();
      fewest = Math.min(fewest, records.nextTransaction() - before);
    }
    return fewest;
  }

  @Test
  void aResourceAnswersOnceAndReplays() throws Exception {
    for (String resource : RESOURCES) {
      String key = key();
      HttpResponse<String> first = http.post(resource, key, key, Behaviour.RETURN);
      assertThat(first.statusCode()).as(resource + first.body()).isEqualTo(201);
      HttpResponse<String> second = http.post(resource, key, key, Behaviour.RETURN);
      assertThat(second.statusCode()).isEqualTo(201);
      assertThat(second.body()).isEqualTo(first.body());
      assertThat(Http.isReplay(second)).isTrue();
      assertThat(records.rowsCommittedWithTheirRecord(key, resource + "-resource.work")).isOne();
      assertThat(http.post(resource, key, "other", Behaviour.RETURN).statusCode()).isEqualTo(422);
    }
  }

  @Test
  void aResourceIsBusyForASecondWhileItRuns() throws Exception {
    for (String resource : RESOURCES) {
      String key = key();
      List<HttpResponse<String>> duplicates = new ArrayList<>();
      Work.itself(key, () -> duplicates.add(http.post(resource, key, key, Behaviour.RETURN)));
      assertThat(http.post(resource, key, key, Behaviour.CALL_ITSELF).statusCode()).isEqualTo(201);
      HttpResponse<String> busy = duplicates.get(0);
      assertThat(busy.statusCode()).as(resource).isEqualTo(409);
      assertThat(busy.headers().firstValue("Retry-After")).contains("1");
    }
  }

  @Test
  void aResourcesRefusalIsReplayedAndItsFailureIsNot() throws Exception {
    for (String resource : RESOURCES) {
      String key = key();
      assertThat(http.post(resource, key, key, Behaviour.THROW_402).statusCode()).isEqualTo(402);
      assertThat(records.rows(key)).isZero();
      HttpResponse<String> again = http.post(resource, key, key, Behaviour.RETURN);
      assertThat(again.statusCode()).isEqualTo(402);
      assertThat(again.body()).isEqualTo("declined " + key);
      assertThat(Work.runs(key)).isOne();

      for (Behaviour failing :
          new Behaviour[] {
            Behaviour.RETURN_503, Behaviour.FAIL_AT_COMMIT, Behaviour.SET_ROLLBACK_ONLY
          }) {
        String other = key();
        HttpResponse<String> failed = http.post(resource, other, other, failing);
        assertThat(failed.statusCode()).as(resource + failing).isEqualTo(503);
        assertThat(records.rows(other)).isZero();
        assertThat(http.post(resource, other, other, Behaviour.RETURN).statusCode()).isEqualTo(201);
        assertThat(records.rows(other)).isOne();
      }
    }
  }

  @Test
  void aRefusalBeforeTheBodyIsNoOutcome() throws Exception {
    for (String resource : RESOURCES) {
      String key = key();
      assertThat(http.post(resource, key, " ", Behaviour.RETURN).statusCode()).isEqualTo(400);
      assertThat(http.post(resource, key, key, Behaviour.RETURN).statusCode()).isEqualTo(201);
      assertThat(records.rows(key)).isOne();
    }
  }
}
