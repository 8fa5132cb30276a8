// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.OperatorDecision;
import dev.idempotency.OperatorRefusedException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.RecordDetails;
import dev.idempotency.RolledBackException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.phases.Luck;
import dev.idempotency.servertests.phases.PhasedBean;
import dev.idempotency.servertests.phases.PhasedEjb;
import dev.idempotency.servertests.phases.PhasedLateBean;
import dev.idempotency.servertests.phases.PhasedOnceBean;
import dev.idempotency.servertests.phases.PhasedOperation;
import dev.idempotency.servertests.phases.PhasedWork;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls that take steps (P33 to P38), inside the server. */
@ExtendWith(ArquillianExtension.class)
class PhasesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Inject private PhasedBean bean;
  @Inject private PhasedEjb ejb;
  @Inject private PhasedOnceBean once;
  @Inject private PhasedLateBean late;
  @Inject private Caller caller;
  @Inject private IdempotencyRecords operators;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/UserTransaction")
  private UserTransaction transaction;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @ArquillianResource private URL deployment;

  private Records records;
  private Http http;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("phases")
        .addPackage("dev.idempotency.servertests.phases")
        .addClasses(PhasesIT.class, Kind.class, Records.class, Http.class);
  }

  record Kind(PhasedOperation bean, String operation) {}

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
        new Kind[] {new Kind(bean, "phased-bean.work"), new Kind(ejb, "phased-ejb.work")}) {
      try {
        scenario.run(kind, "k-" + UUID.randomUUID());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kind.operation() + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void aCallTakesItsStepsOnceAndIsReplayed() throws Exception {
    onEveryKind(
        (kind, key) -> {
          String first = kind.bean().work(key, key);
          assertThat(first).contains(" charge-of-" + key + " 125 ");
          assertThat(kind.bean().work(key, key)).isEqualTo(first);
          assertThat(records.rows(key)).isEqualTo(2);
          assertThat(PhasedWork.charges(key)).hasSize(1);
          assertThat(records.newest(kind.operation())).isEqualTo("SUCCEEDED");
          assertThat(records.newestSteps(kind.operation()))
              .containsExactly("recorded DONE", "charged DONE", "settled DONE");
          assertThat(records.newestRecoveryPoint(kind.operation())).isEqualTo("settled");
        });
  }

  @Test
  void aRetrySkipsWhatCommitted() throws Exception {
    onEveryKind(
        (kind, key) -> {
          PhasedWork.luck(key, Luck.FAILS_AFTER_CHARGE);
          assertThatThrownBy(() -> kind.bean().work(key, key)).hasMessageContaining("luck");
          assertThat(records.newest(kind.operation())).isEqualTo("FAILED retryable");
          assertThat(records.newestExpires(kind.operation())).isEqualTo("none");
          assertThat(records.rows(key)).isOne();

          assertThat(kind.bean().work(key, key)).startsWith(records.rowIds(key).get(0));
          assertThat(records.rows(key)).isEqualTo(2);
          assertThat(PhasedWork.charges(key)).hasSize(1);
        });
  }

  @Test
  void aChargeWhoseAnswerWasLostIsRepeatedUnderItsKey() throws Exception {
    onEveryKind(
        (kind, key) -> {
          PhasedWork.luck(key, Luck.CHARGE_TIMES_OUT);
          assertThatThrownBy(() -> kind.bean().work(key, key)).isInstanceOf(Exception.class);
          assertThat(records.newestSteps(kind.operation()))
              .containsExactly("recorded DONE", "charged BEGUN");
          kind.bean().work(key, key);
          assertThat(PhasedWork.charges(key)).hasSize(2);
          assertThat(PhasedWork.charges(key).get(0)).isEqualTo(PhasedWork.charges(key).get(1));
          assertThat(records.rows(key)).isEqualTo(2);
        });
  }

  @Test
  void aChargeThatMayNotBeRepeatedIsUnknown() {
    String key = "k-" + UUID.randomUUID();
    PhasedWork.luck(key, Luck.CHARGE_TIMES_OUT);
    assertThatThrownBy(() -> once.work(key, key)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(records.newest("phased-once-bean.work")).isEqualTo("FAILED");
    assertThat(records.newestExpires("phased-once-bean.work")).isEqualTo("none");
    assertThatThrownBy(() -> once.work(key, key)).isInstanceOf(OutcomeUnknownException.class);
    assertThat(PhasedWork.charges(key)).hasSize(1);
  }

  @Test
  void anUnknownChargeIsResolvedByAPersonAndTheCallGoesOnBehindIt() {
    String key = "k-" + UUID.randomUUID();
    PhasedWork.luck(key, Luck.CHARGE_TIMES_OUT);
    assertThatThrownBy(() -> once.work(key, key)).isInstanceOf(OutcomeUnknownException.class);

    RecordDetails unknown = operators.find("phased-once-bean.work", "", key).orElseThrow();
    assertThat(unknown.outcomeKind()).isEqualTo("UNKNOWN");
    assertThat(unknown.steps())
        .extracting(RecordDetails.Step::name, RecordDetails.Step::state)
        .containsExactly(tuple("recorded", "DONE"), tuple("charged", "BEGUN"));
    OperatorDecision decision =
        new OperatorDecision(unknown.attempt(), "the gateway has the charge", false);
    operators.resolveStep(unknown.id(), "charged", "{\"id\":\"found\",\"cents\":9}", decision);

    assertThat(once.work(key, key)).contains(" found 9 ");
    assertThat(PhasedWork.charges(key)).hasSize(1);
    assertThatThrownBy(() -> operators.release(unknown.id(), decision))
        .isInstanceOf(OperatorRefusedException.class);
    assertThat(records.newest("phased-once-bean.work")).isEqualTo("SUCCEEDED");
  }

  @Test
  void aChargeThatWasRefusedMayBeMadeLater() {
    String key = "k-" + UUID.randomUUID();
    PhasedWork.luck(key, Luck.CHARGE_REFUSED);
    assertThatThrownBy(() -> once.work(key, key)).isInstanceOf(PhasedWork.RefusedException.class);
    assertThat(records.newestSteps("phased-once-bean.work"))
        .containsExactly("recorded DONE", "charged NOT_DONE");
    once.work(key, key);
    assertThat(PhasedWork.charges(key)).hasSize(1);
    assertThat(records.rows(key)).isEqualTo(2);
  }

  @Test
  void aPhaseThatFailsAtItsCommitIsTakenAgain() throws Exception {
    onEveryKind((kind, key) -> rolledBack(kind, key, Luck.SETTLING_FAILS_AT_COMMIT));
  }

  @Test
  void aPhaseThatMarksItsTransactionIsTakenAgain() throws Exception {
    onEveryKind((kind, key) -> rolledBack(kind, key, Luck.SETTLING_IS_MARKED));
  }

  private void rolledBack(Kind kind, String key, Luck luck) {
    PhasedWork.luck(key, luck);
    assertThatThrownBy(() -> kind.bean().work(key, key)).isInstanceOf(RolledBackException.class);
    assertThat(records.rows(key)).isOne();
    kind.bean().work(key, key);
    assertThat(records.rows(key)).isEqualTo(2);
    assertThat(PhasedWork.charges(key)).hasSize(1);
  }

  @Test
  void aPhaseThatThrowsLeavesNothingBehind() throws Exception {
    onEveryKind(
        (kind, key) -> {
          PhasedWork.luck(key, Luck.SETTLING_THROWS);
          assertThatThrownBy(() -> kind.bean().work(key, key))
              .hasMessageContaining("settling failed");
          assertThat(records.rows(key)).isOne();
          kind.bean().work(key, key);
          assertThat(records.rows(key)).isEqualTo(2);
        });
  }

  @Test
  void stepsDontRollBackWithACallersTransaction() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          caller.insert("caller " + key);
          kind.bean().work(key, key);
          assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_ACTIVE);
          transaction.rollback();
          assertThat(records.rows(key)).isEqualTo(2);
          assertThat(records.rows("caller " + key)).isZero();
          assertThat(records.newest(kind.operation())).isEqualTo("SUCCEEDED");
        });
  }

  @Test
  void ofALateOwnerNothingIsAppliedAndItsResultIsKeptAsEvidence() throws Exception {
    String key = "k-" + UUID.randomUUID();
    String operation = "phased-late-bean.work";
    StringBuilder successor = new StringBuilder();
    PhasedWork.whileCharging(key, () -> successor.append(takenOver(key)));
    String first = late.work(key, key);
    assertThat(first).isEqualTo(successor.toString());
    assertThat(records.rows(key)).isEqualTo(2);
    assertThat(records.newestAttempt(operation)).isEqualTo(2);
    assertThat(PhasedWork.charges(key)).hasSize(2);
    assertThat(PhasedWork.charges(key).get(0)).isEqualTo(PhasedWork.charges(key).get(1));
    assertThat(records.newestEvidence(operation)).containsExactly("1 charged");
  }

  /** A call on another thread, repeated until the lease of the first is dead. */
  private String takenOver(String key) {
    Future<String> successor =
        executor.submit(
            () ->
                Awaitility.await()
                    .atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(KeyInProgressException.class)
                    .until(() -> late.work(key, key), done -> true));
    try {
      return successor.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no successor", e);
    }
  }

  @Test
  void overHttpTheFirstAnswerIsReplayedAndAnUnknownOutcomeIsAConflict() throws Exception {
    String key = "k-" + UUID.randomUUID();
    PhasedWork.luck(key, Luck.FAILS_AFTER_CHARGE);
    assertThat(post(key).statusCode()).isEqualTo(500);
    HttpResponse<String> first = post(key);
    assertThat(first.statusCode()).isEqualTo(201);
    HttpResponse<String> second = post(key);
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(Http.isReplay(second)).isTrue();
    assertThat(records.rows(key)).isEqualTo(2);
    assertThat(PhasedWork.charges(key)).hasSize(1);

    String lost = "k-" + UUID.randomUUID();
    PhasedWork.luck(lost, Luck.CHARGE_TIMES_OUT);
    for (int i = 0; i < 3; i++) {
      HttpResponse<String> answer = post(lost);
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(answer.body()).contains("outcome-unknown");
    }
    assertThat(PhasedWork.charges(lost)).hasSize(1);
  }

  private HttpResponse<String> post(String key) throws Exception {
    return http.post("phased", key, key, Behaviour.RETURN);
  }
}
