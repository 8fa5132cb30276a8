// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.ReplayedFailureException;
import dev.idempotency.RolledBackException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.app.GuardedBean;
import dev.idempotency.servertests.app.PlainBean;
import dev.idempotency.servertests.app.SingletonBean;
import dev.idempotency.servertests.app.StatelessBean;
import dev.idempotency.servertests.app.TransactionalBean;
import dev.idempotency.servertests.app.Work;
import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.UserTransaction;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Guarded value calls on every kind of bean, inside the server. */
@ExtendWith(ArquillianExtension.class)
class ValueCallsIT {

  @Inject private StatelessBean stateless;
  @Inject private SingletonBean singleton;
  @Inject private TransactionalBean transactional;
  @Inject private PlainBean plain;
  @Inject private Caller caller;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/UserTransaction")
  private UserTransaction transaction;

  private Records records;

  @Deployment
  static WebArchive archive() {
    return Deployments.withoutBeansXml("value-calls")
        .addClasses(ValueCallsIT.class, Records.class, Kind.class);
  }

  /** A kind of bean, with the operation that its method has. */
  record Kind(GuardedBean bean, String operation, boolean ejb) {
    String work(String key, Behaviour behaviour) throws Exception {
      return bean.work(key, key, behaviour);
    }
  }

  /** What is done with each kind of bean, with a fresh key. */
  @FunctionalInterface
  interface Scenario {
    void run(Kind kind, String key) throws Exception;
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
  }

  private void onEveryKind(Scenario scenario) throws Exception {
    Kind[] kinds = {
      new Kind(stateless, "stateless.work", true),
      new Kind(singleton, "singleton.work", true),
      new Kind(transactional, "transactional.work", false),
      new Kind(plain, "plain.work", false)
    };
    for (Kind kind : kinds) {
      try {
        scenario.run(kind, "k-" + UUID.randomUUID());
      } catch (AssertionError | Exception e) {
        throw new AssertionError(kind.operation() + ": " + e.getMessage(), e);
      }
    }
  }

  @Test
  void aFirstCallRunsOnceAndCommitsTogetherWithItsRecord() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(kind.work(key, Behaviour.RETURN)).isEqualTo("done " + key + " in attempt 1");
          assertThat(Work.runs(key)).isOne();
          assertThat(records.rowsCommittedWithTheirRecord(key, kind.operation())).isOne();
          assertThat(records.newest(kind.operation())).isEqualTo("SUCCEEDED");
        });
  }

  @Test
  void aRetryGetsTheFirstResultWithoutRunning() throws Exception {
    onEveryKind(
        (kind, key) -> {
          String first = kind.work(key, Behaviour.RETURN);
          assertThat(kind.work(key, Behaviour.THROW_UNCHECKED)).isEqualTo(first);
          assertThat(Work.runs(key)).isOne();
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void anotherRequestWithTheSameKeyIsAMismatch() throws Exception {
    onEveryKind(
        (kind, key) -> {
          kind.work(key, Behaviour.RETURN);
          assertThatThrownBy(() -> kind.bean().work(key, "other " + key, Behaviour.RETURN))
              .isInstanceOf(KeyMismatchException.class);
        });
  }

  @Test
  void anUncheckedExceptionRollsBackAndGivesTheKeyBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Throwable thrown = catchThrowable(() -> kind.work(key, Behaviour.THROW_UNCHECKED));
          assertThat(unwrapped(thrown)).isInstanceOf(IllegalArgumentException.class);
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aMethodThatLeavesItsThreadInterruptedHasItsOutcomeKept() throws Exception {
    onEveryKind(
        (kind, key) -> {
          String first = kind.work(key, Behaviour.RETURN_INTERRUPTED);
          assertThat(Thread.interrupted()).isTrue();
          assertThat(kind.work(key, Behaviour.RETURN_INTERRUPTED)).isEqualTo(first);
          assertThat(records.rowsCommittedWithTheirRecord(key, kind.operation())).isOne();
        });
  }

  @Test
  void aMethodThatFailsAndLeavesItsThreadInterruptedGivesTheKeyBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.THROW_INTERRUPTED))).isNotNull();
          assertThat(Thread.interrupted()).isTrue();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void anErrorRollsBackAndGivesTheKeyBack() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.THROW_ERROR))).isNotNull();
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
        });
  }

  @Test
  void aCheckedExceptionCommitsAndIsTheOutcome() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.THROW_CHECKED)))
              .hasMessage("declined " + key);
          assertThat(records.rowsCommittedWithTheirRecord(key, kind.operation())).isOne();
          assertThat(records.newest(kind.operation())).isEqualTo("FAILED");
          assertThatThrownBy(() -> kind.work(key, Behaviour.RETURN))
              .isInstanceOfSatisfying(
                  ReplayedFailureException.class,
                  e -> assertThat(e.failureMessage()).contains("declined " + key));
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void anApplicationExceptionThatRollsBackIsTheOutcomeWithoutRows() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Behaviour behaviour = Behaviour.THROW_ROLLING_BACK_APPLICATION_EXCEPTION;
          assertThat(catchThrowable(() -> kind.work(key, behaviour)))
              .hasMessage("rolling back " + key);
          assertThat(records.rows(key)).isZero();
          assertThatThrownBy(() -> kind.work(key, Behaviour.RETURN))
              .isInstanceOf(ReplayedFailureException.class);
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void anApplicationExceptionThatCommitsIsTheOutcomeAndItsRowsFollowTheContainer()
      throws Exception {
    onEveryKind(
        (kind, key) -> {
          Behaviour behaviour = Behaviour.THROW_COMMITTING_APPLICATION_EXCEPTION;
          assertThat(catchThrowable(() -> kind.work(key, behaviour)))
              .hasMessage("committing " + key);
          // JTA's rule for beans that are no EJBs knows only its own lists.
          assertThat(records.rows(key)).isEqualTo(kind.ejb() ? 1 : 0);
          assertThatThrownBy(() -> kind.work(key, Behaviour.RETURN))
              .isInstanceOf(ReplayedFailureException.class);
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void aSuccessThatMarkedItsTransactionIsARetryAndNeverASuccess() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThatThrownBy(() -> kind.work(key, Behaviour.SET_ROLLBACK_ONLY))
              .isInstanceOf(RolledBackException.class);
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aSuccessThatFailsAtFlushIsARetryAndNeverASuccess() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.FAIL_AT_FLUSH))).isNotNull();
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aSuccessThatFailsAtCommitIsARetryAndNeverASuccess() throws Exception {
    onEveryKind(
        (kind, key) -> {
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.FAIL_AT_COMMIT))).isNotNull();
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aCallersTransactionThatRollsBackLaterTakesTheOutcomeWithIt() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          kind.work(key, Behaviour.RETURN);
          transaction.rollback();
          assertThat(records.rows(key)).isZero();
          assertThat(kind.work(key, Behaviour.RETURN)).endsWith("in attempt 2");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void aCallerCannotCommitWhatThrewUnchecked() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          assertThat(catchThrowable(() -> kind.work(key, Behaviour.THROW_UNCHECKED))).isNotNull();
          assertThat(transaction.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
          assertThatThrownBy(transaction::commit).isInstanceOf(RollbackException.class);
          assertThat(records.rows(key)).isZero();
        });
  }

  @Test
  void aReplayLeavesTheCallersTransactionAlive() throws Exception {
    onEveryKind(
        (kind, key) -> {
          kind.work(key, Behaviour.RETURN);
          String own = "own " + key;
          transaction.begin();
          caller.insert(own);
          kind.work(key, Behaviour.RETURN);
          assertThatThrownBy(() -> kind.bean().work(key, "other", Behaviour.RETURN))
              .isInstanceOf(KeyMismatchException.class);
          transaction.commit();
          assertThat(records.rows(own)).isOne();
        });
  }

  @Test
  void theSameKeyTwiceInOneTransactionGetsTheFirstOutcome() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          String first = kind.work(key, Behaviour.RETURN);
          assertThat(kind.work(key, Behaviour.RETURN)).isEqualTo(first);
          assertThatThrownBy(() -> kind.bean().work(key, "other", Behaviour.RETURN))
              .isInstanceOf(KeyMismatchException.class);
          transaction.commit();
          assertThat(Work.runs(key)).isOne();
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void theSameKeyWhileItsMethodRunsInThisTransactionIsAnError() throws Exception {
    onEveryKind(
        (kind, key) -> {
          Work.itself(key, () -> kind.work(key, Behaviour.RETURN));
          Throwable outer = catchThrowable(() -> kind.work(key, Behaviour.CALL_ITSELF));
          // As it is, or in what an EJB container makes of it, whose cause is not always kept.
          assertThat(Work.refusal(key))
              .hasStackTraceContaining(IllegalStateException.class.getName())
              .hasStackTraceContaining("must not call itself with its own key");
          assertThat(Work.runs(key)).isOne();
          // An EJB container rolls back for it; then the outer success is none either.
          assertThat(records.rows(key)).isEqualTo(outer == null ? 1 : 0);
          assertThat(kind.work(key, Behaviour.RETURN)).startsWith("done");
          assertThat(records.rows(key)).isOne();
        });
  }

  @Test
  void theSameKeyAfterARetryInOneTransactionGetsTheSameExceptionWithoutRunning() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          Throwable first = catchThrowable(() -> kind.work(key, Behaviour.THROW_UNCHECKED));
          Throwable second = catchThrowable(() -> kind.work(key, Behaviour.THROW_UNCHECKED));
          transaction.rollback();
          assertThat(unwrapped(second)).hasSameClassAs(unwrapped(first));
          assertThat(Work.runs(key)).isOne();
        });
  }

  @Test
  void theSameKeyFromAnotherTransactionIsBusyWhileTheFirstIsOpen() throws Exception {
    onEveryKind(
        (kind, key) -> {
          transaction.begin();
          kind.work(key, Behaviour.RETURN);
          Throwable second =
              catchThrowable(() -> caller.inNewTransaction(() -> kind.work(key, Behaviour.RETURN)));
          transaction.commit();
          assertThat(unwrapped(second)).isInstanceOf(KeyInProgressException.class);
          assertThat(records.rows(key)).isOne();
        });
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof EJBException && thrown.getCause() != null ? thrown.getCause() : thrown;
  }
}
