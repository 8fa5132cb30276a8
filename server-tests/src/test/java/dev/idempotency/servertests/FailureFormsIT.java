// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.ReplayedFailureException;
import dev.idempotency.RolledBackException;
import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.app.Caller;
import dev.idempotency.servertests.app.DeclinedException;
import dev.idempotency.servertests.app.PlainBean;
import dev.idempotency.servertests.app.StatelessBean;
import dev.idempotency.servertests.app.TransactionalBean;
import dev.idempotency.servertests.app.Work;
import dev.idempotency.servertests.failures.DescribedCheckedException;
import dev.idempotency.servertests.failures.DescribedEjb;
import dev.idempotency.servertests.failures.DescribedException;
import dev.idempotency.servertests.failures.MutatingBean;
import dev.idempotency.servertests.failures.NestingEjb;
import dev.idempotency.servertests.failures.OutlivingBean;
import dev.idempotency.servertests.failures.RetriedBean;
import dev.idempotency.servertests.failures.RetryingCaller;
import dev.idempotency.servertests.failures.RulesBean;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Failures whose effect on the transaction others decide: an annotation, a descriptor, a nested
 * call, the transaction's timeout, a retry around or inside the guarded call.
 */
@ExtendWith(ArquillianExtension.class)
class FailureFormsIT {

  private static final String GIVEN_BACK = "FAILED retryable";

  @Inject private RulesBean rules;
  @Inject private DescribedEjb described;
  @Inject private NestingEjb nesting;
  @Inject private MutatingBean mutating;
  @Inject private RetriedBean retried;
  @Inject private RetryingCaller retryingCaller;
  @Inject private OutlivingBean outliving;
  @Inject private StatelessBean stateless;
  @Inject private TransactionalBean transactional;
  @Inject private PlainBean plain;
  @Inject private Caller caller;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/UserTransaction")
  private UserTransaction transaction;

  private final String key = "k-" + UUID.randomUUID();
  private Records records;

  @Deployment
  static WebArchive archive() {
    return Deployments.withoutBeansXml("failure-forms")
        .addPackage("dev.idempotency.servertests.failures")
        .addClasses(FailureFormsIT.class, Records.class)
        .addAsWebInfResource("failures-ejb-jar.xml", "ejb-jar.xml");
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
  }

  /** P22, P23: what rolled back is a final refusal all the same. */
  @Test
  void aCheckedExceptionInRollbackOnIsTheOutcomeWithoutRows() throws Exception {
    assertThatThrownBy(() -> rules.work(key, key, Behaviour.THROW_CHECKED))
        .isInstanceOf(DeclinedException.class);
    assertThat(records.rows(key)).isZero();
    assertThatThrownBy(() -> rules.work(key, key, Behaviour.RETURN))
        .isInstanceOf(ReplayedFailureException.class);
    assertThat(Work.runs(key)).isOne();
  }

  /** P21: what is given back for a retry never commits. */
  @Test
  void anUncheckedExceptionInDontRollbackOnRollsBackWhereItIsARetry() throws Exception {
    assertThatThrownBy(() -> rules.work(key, key, Behaviour.THROW_UNCHECKED))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(records.rows(key)).isZero();
    assertThat(records.newest("rules.work")).isEqualTo(GIVEN_BACK);
    assertThat(rules.work(key, key, Behaviour.RETURN)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
  }

  /** P21, P25: by the descriptor it would commit, by its class it is a retry. */
  @Test
  void anUncheckedExceptionThatTheDescriptorLetsCommitRollsBackAndIsARetry() throws Exception {
    assertThatThrownBy(() -> described.work(key, key, DescribedEjb.Ending.UNCHECKED))
        .isInstanceOf(DescribedException.class);
    assertThat(records.rows(key)).isZero();
    assertThat(described.work(key, key, DescribedEjb.Ending.RETURN)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
  }

  /** P23, P28: the outcome that was written rolls back with the rows, and is stored again. */
  @Test
  void aCheckedExceptionThatTheDescriptorRollsBackIsTheOutcomeWithoutRows() throws Exception {
    assertThatThrownBy(() -> described.work(key, key, DescribedEjb.Ending.CHECKED))
        .isInstanceOf(DescribedCheckedException.class);
    assertThat(records.rows(key)).isZero();
    assertThatThrownBy(() -> described.work(key, key, DescribedEjb.Ending.RETURN))
        .isInstanceOf(ReplayedFailureException.class);
    assertThat(Work.runs(key)).isOne();
  }

  /** P21, P23: the outer success can't commit any more, so it is none. */
  @Test
  void aSwallowedFailureOfANestedCallInTheSameTransactionIsARetryOfBoth() throws Exception {
    Throwable thrown = catchThrowable(() -> nesting.joined(key, key, Behaviour.THROW_UNCHECKED));
    assertThat(thrown).isNotNull();
    assertThat(records.rows(key)).isZero();
    assertThat(records.rows(key + "/inner")).isZero();
    assertThat(catchThrowable(() -> nesting.joined(key, key, Behaviour.THROW_UNCHECKED)))
        .isNotNull();
    assertThat(Work.runs(key)).isEqualTo(2);
    assertThat(Work.runs(key + "/inner")).isEqualTo(2);
  }

  @Test
  void aSwallowedFailureOfANestedCallInATransactionOfItsOwnLeavesTheOuterOneWhole()
      throws Exception {
    String first = nesting.apart(key, key, Behaviour.THROW_UNCHECKED);
    assertThat(records.rows(key)).isOne();
    assertThat(records.rows(key + "/inner")).isZero();
    assertThat(records.newest("nesting.apart")).isEqualTo("SUCCEEDED");
    assertThat(nesting.apart(key, key, Behaviour.THROW_UNCHECKED)).isEqualTo(first);
    assertThat(Work.runs(key + "/inner")).isOne();
  }

  @Test
  void nestedSuccessesHaveARecordEach() throws Exception {
    String first = nesting.joined(key, key, Behaviour.RETURN);
    assertThat(records.rows(key)).isOne();
    assertThat(records.rows(key + "/inner")).isOne();
    assertThat(records.newest("nesting.joined")).isEqualTo("SUCCEEDED");
    assertThat(records.newest("stateless.work")).isEqualTo("SUCCEEDED");
    assertThat(nesting.joined(key, key, Behaviour.RETURN)).isEqualTo(first);
    assertThat(Work.runs(key + "/inner")).isOne();
  }

  /** Work of another transaction is not the guarded call's; at least once, as for all such work. */
  @Test
  void whatCommittedBelowInATransactionOfItsOwnStays() throws Exception {
    assertThat(catchThrowable(() -> nesting.below(key, key))).isNotNull();
    assertThat(records.rows(key)).isZero();
    assertThat(records.rows(key + "/below")).isOne();
    assertThat(nesting.below(key, key)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
    assertThat(records.rows(key + "/below")).isEqualTo(2);
  }

  @Test
  void aCallInATransactionOfItsOwnOutlivesTheRollbackAround() throws Exception {
    transaction.begin();
    caller.insert(key + "/around");
    String first = caller.inNewTransaction(() -> plain.work(key, key, Behaviour.RETURN));
    transaction.rollback();
    assertThat(records.rows(key + "/around")).isZero();
    assertThat(records.rows(key)).isOne();
    assertThat(plain.work(key, key, Behaviour.RETURN)).isEqualTo(first);
    assertThat(Work.runs(key)).isOne();
  }

  /** P1: the arguments are compared as they were when the call came. */
  @Test
  void argumentsThatTheMethodChangesAreComparedAsTheyCame() throws Exception {
    String first = mutating.work(key, new ArrayList<>(List.of(key)));
    assertThat(mutating.work(key, new ArrayList<>(List.of(key)))).isEqualTo(first);
    assertThat(Work.runs(key)).isOne();
  }

  @Test
  void aRetryInsideTheGuardRunsInOneClaimAndOneTransaction() throws Exception {
    String first = retried.work(key, key);
    assertThat(first).endsWith("in attempt 1");
    assertThat(Work.runs(key)).isEqualTo(3);
    assertThat(records.rowsCommittedWithTheirRecord(key, "retried.work")).isEqualTo(3);
    assertThat(retried.work(key, key)).isEqualTo(first);
    assertThat(Work.runs(key)).isEqualTo(3);
  }

  @Test
  void aRetryInsideTheGuardCannotSaveATransactionWhoseStatementFailed() throws Exception {
    assertThat(catchThrowable(() -> retried.afterAFailedStatement(key, key))).isNotNull();
    assertThat(records.rows(key)).isZero();
    assertThat(records.newest("retried.after-statement")).isEqualTo(GIVEN_BACK);
    assertThat(retried.afterAFailedStatement(key, key)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
  }

  @Test
  void aRetryOutsideTheGuardClaimsAnewEachTime() throws Exception {
    assertThat(retryingCaller.call(transactional, key)).endsWith("in attempt 3");
    assertThat(records.rows(key)).isOne();
    String ofAnEjb = key + "-ejb";
    assertThat(retryingCaller.call(stateless, ofAnEjb)).endsWith("in attempt 3");
    assertThat(records.rows(ofAnEjb)).isOne();
  }

  /** P19, P23: the server ended the transaction while its method ran on. */
  @Test
  void aSuccessWhoseOwnTransactionTimedOutIsARetry() throws Exception {
    transaction.setTransactionTimeout(1);
    try {
      assertThatThrownBy(() -> outliving.work(key)).isInstanceOf(RolledBackException.class);
    } finally {
      transaction.setTransactionTimeout(0);
    }
    assertThat(records.rows(key)).isZero();
    assertThat(records.newest("outliving.work")).isEqualTo(GIVEN_BACK);
    assertThat(outliving.work(key)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
  }

  @Test
  void aSuccessWhoseCallersTransactionTimedOutIsARetry() throws Exception {
    transaction.setTransactionTimeout(1);
    transaction.begin();
    try {
      assertThat(catchThrowable(() -> outliving.work(key))).isNotNull();
    } finally {
      transaction.rollback();
      transaction.setTransactionTimeout(0);
    }
    assertThat(records.rows(key)).isZero();
    assertThat(outliving.work(key)).endsWith("in attempt 2");
    assertThat(records.rows(key)).isOne();
  }
}
