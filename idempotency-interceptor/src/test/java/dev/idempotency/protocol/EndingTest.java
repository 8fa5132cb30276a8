// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeySpentException;
import dev.idempotency.RolledBackException;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.Transactions.State;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** P21 to P25: what an ending means for rows, record and caller. */
class EndingTest extends ProtocolFixture {

  private static final OutcomePolicy NEW_KEY_ON_409 =
      new OutcomePolicy(Map.of(409, Reaction.NEW_KEY), Map.of());

  /** How a method may end. */
  enum How {
    RETURNS_201,
    RETURNS_402,
    RETURNS_409,
    RETURNS_503,
    THROWS_204,
    THROWS_303,
    THROWS_402,
    THROWS_409,
    THROWS_503,
    THROWS_DECLARED,
    THROWS_UNCHECKED
  }

  private TestWork work(How how) {
    return switch (how) {
      case RETURNS_201 -> returning("done");
      case RETURNS_402, RETURNS_409, RETURNS_503 -> returning(new TestWork.Status(status(how)));
      case THROWS_204, THROWS_303, THROWS_402, THROWS_409, THROWS_503 ->
          throwing(new TestWork.StatusException(status(how)));
      case THROWS_DECLARED -> declining();
      case THROWS_UNCHECKED -> throwing(new IllegalStateException("broken"));
    };
  }

  private static int status(How how) {
    return Integer.parseInt(how.name().substring(how.name().indexOf('_') + 1));
  }

  private Call callOnce(boolean owned) {
    ActiveTransaction active =
        owned ? ActiveTransaction.CALLS_AND_SETTLED : ActiveTransaction.CALLERS;
    return call(REQUEST, active, NEW_KEY_ON_409);
  }

  private String record(Answer unused) {
    StoredRecord now = record();
    String kind = now.storedOutcome().map(outcome -> "-" + outcome.kind()).orElse("");
    return now.retryable() ? "RETRYABLE" : now.state() + kind;
  }

  @ParameterizedTest
  @DisplayName("P21: an active transaction commits with its outcome, or rolls back as a retry")
  @CsvSource({
    "RETURNS_201, SUCCEEDED-RESPONSE, 1",
    "RETURNS_402, FAILED-RESPONSE, 1",
    "RETURNS_409, FAILED-SPENT, 1",
    "RETURNS_503, RETRYABLE, 0",
    "THROWS_204, SUCCEEDED-RESPONSE, 1",
    "THROWS_303, SUCCEEDED-RESPONSE, 1",
    "THROWS_402, FAILED-RESPONSE, 1",
    "THROWS_409, FAILED-SPENT, 1",
    "THROWS_503, RETRYABLE, 0",
    "THROWS_DECLARED, FAILED-FAILURE, 1",
    "THROWS_UNCHECKED, RETRYABLE, 0"
  })
  void inAnActiveTransaction(How how, String expected, int committedRows) {
    container.begin();
    Attempt attempt = pending(node.execute(callOnce(true), work(how).rollingBack(true)));
    boolean retry = expected.equals("RETRYABLE");
    assertThat(container.state()).isEqualTo(retry ? State.ROLLBACK_ONLY : State.ACTIVE);
    container.commit();
    Answer.Ran ran = as(Answer.Ran.class, node.protocol.settle(attempt));
    assertThat(record(ran)).isEqualTo(expected);
    assertThat(ran.outcome() == null).isEqualTo(retry);
    assertThat(rows).hasSize(committedRows);
  }

  @ParameterizedTest
  @DisplayName("P21, P23: marked rollback-only, only a refusal is final, by the mark")
  @CsvSource({
    "RETURNS_201, RETRYABLE",
    "RETURNS_402, FAILED-RESPONSE",
    "RETURNS_409, FAILED-SPENT",
    "RETURNS_503, RETRYABLE",
    "THROWS_204, RETRYABLE",
    "THROWS_303, FAILED-RESPONSE",
    "THROWS_402, FAILED-RESPONSE",
    "THROWS_409, FAILED-SPENT",
    "THROWS_503, RETRYABLE",
    "THROWS_DECLARED, FAILED-FAILURE",
    "THROWS_UNCHECKED, RETRYABLE"
  })
  void inATransactionThatWasMarked(How how, String expected) {
    TestWork work = work(how).doing(container::setRollbackOnly);
    Answer answer = node.execute(callOnce(false), work);
    assertThat(node.store.before().count(Statement.STORE_OUTCOME)).isZero();
    assertRolledBack(how, expected, answer);
  }

  @ParameterizedTest
  @DisplayName("P23: failed at commit, only a refusal is final, by the mark")
  @CsvSource({
    "RETURNS_201, RETRYABLE",
    "RETURNS_402, FAILED-RESPONSE",
    "RETURNS_409, FAILED-SPENT",
    "THROWS_204, RETRYABLE",
    "THROWS_303, FAILED-RESPONSE",
    "THROWS_402, FAILED-RESPONSE",
    "THROWS_DECLARED, FAILED-FAILURE"
  })
  void inATransactionThatFailsAtCommit(How how, String expected) {
    node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, container::setRollbackOnly);
    TestWork work = work(how).rollingBack(false);
    assertRolledBack(how, expected, node.execute(callOnce(false), work));
  }

  @ParameterizedTest
  @DisplayName("P23: rolled back by the container later, only a refusal is final, by the mark")
  @CsvSource({
    "RETURNS_201, RETRYABLE",
    "RETURNS_402, FAILED-RESPONSE",
    "THROWS_204, RETRYABLE",
    "THROWS_303, FAILED-RESPONSE",
    "THROWS_402, FAILED-RESPONSE",
    "THROWS_DECLARED, FAILED-FAILURE"
  })
  void inATransactionThatTheContainerRollsBack(How how, String expected) {
    container.begin();
    Attempt attempt = pending(node.execute(callOnce(true), work(how)));
    container.rollback();
    assertRolledBack(how, expected, node.protocol.settle(attempt));
  }

  private void assertRolledBack(How how, String expected, Answer answer) {
    assertThat(rows).isEmpty();
    assertThat(record(answer)).isEqualTo(expected);
    if (how == How.RETURNS_201 || how == How.THROWS_204) {
      assertThat(refused(RolledBackException.class, answer).retryAfter()).isPresent();
      return;
    }
    Answer.Ran ran = as(Answer.Ran.class, answer);
    assertThat(ran.outcome() == null).isEqualTo(expected.equals("RETRYABLE"));
  }

  @ParameterizedTest
  @DisplayName("After a retry the same call runs again; after anything else it does not")
  @EnumSource
  void theNextCallFindsWhatTheFirstLeft(How how) {
    node.execute(callOnce(false), work(how));
    boolean retryable = record().retryable();
    TestWork second = returning("second");
    Answer again = otherNode.execute(callOnce(false), second);
    assertThat(second.runs()).isEqualTo(retryable ? 1 : 0);
    if (status409(how)) {
      refused(KeySpentException.class, again);
    } else {
      assertThat(again).isInstanceOf(retryable ? Answer.Ran.class : Answer.Replay.class);
    }
  }

  private static boolean status409(How how) {
    return how == How.RETURNS_409 || how == How.THROWS_409;
  }

  @Nested
  @DisplayName("P23: a success that can only roll back is known before the transaction ends")
  class DoomedSuccess {

    @Test
    void inTheCallersTransactionItIsRefusedAtOnce() {
      container.begin();
      TestWork work = returning("done").doing(container::setRollbackOnly);
      Answer answer = node.execute(call(), work);
      container.rollback();
      refused(RolledBackException.class, answer);
      assertThat(work.leftToSettle).hasSize(1);
      node.runHandedOver();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void inTheContainersTransactionItIsRefusedAtOnceToo() {
      container.begin();
      TestWork work = returning("done").doing(container::setRollbackOnly);
      refused(RolledBackException.class, node.execute(callOfContainer(), work));
    }

    @Test
    void whereTheAnswerIsSettledAfterwardsItIsRefusedThen() {
      container.begin();
      TestWork work = returning("done").doing(container::setRollbackOnly);
      Attempt attempt = pending(node.execute(callSettledAfterwards(), work));
      container.commit();
      refused(RolledBackException.class, node.protocol.settle(attempt));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aCommitThatFailedIsTheCause() {
      node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, StagedTransactions.failure());
      Answer answer = node.execute(call(), returning("done"));
      assertThat(refused(RolledBackException.class, answer))
          .hasCauseInstanceOf(StoreException.class);
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void anOutcomeThatCouldNotBeWrittenIsTheCause() {
      node.store
          .before()
          .at(Statement.STORE_OUTCOME, 1, node.store.failure(StoreException.Kind.SERIALIZATION));
      container.begin();
      Answer answer = node.execute(call(), returning("done"));
      assertThat(container.state()).isEqualTo(State.ROLLBACK_ONLY);
      assertThat(refused(RolledBackException.class, answer))
          .hasCauseInstanceOf(StoreException.class);
    }

    @ParameterizedTest
    @EnumSource(
        names = {"RETURNS_402", "THROWS_402", "THROWS_503", "RETURNS_503", "THROWS_UNCHECKED"})
    void aFailureIsNoSuccess(How how) {
      container.begin();
      Answer answer = node.execute(call(), work(how).doing(container::setRollbackOnly));
      assertThat(answer).isInstanceOf(Answer.Pending.class);
    }

    @Test
    void aTransactionThatMayCommitHasLostNothing() {
      container.begin();
      Answer answer = node.execute(callOfContainer(), returning("done"));
      assertThat(answer).isInstanceOf(Answer.Pending.class);
    }
  }

  @Nested
  @DisplayName("P22: in a transaction begun by the interceptor, JTA's rule decides first")
  class RollbackRule {

    @Test
    void anExceptionThatRollsBackLeavesNoRowThoughItsRefusalIsFinal() {
      ranAndStored(node.execute(call(), throwing(new TestWork.StatusException(402))));
      assertThat(rows).isEmpty();
      assertThat(record().storedOutcome()).map(Outcome::status).contains(402);
    }

    @Test
    void anExceptionThatDoesNotRollBackCommitsItsRows() {
      ranAndStored(node.execute(call(), declining()));
      assertThat(rows).hasSize(1);
      assertThat(record().isFinal()).isTrue();
    }

    @Test
    void anUncheckedExceptionThatIsToBeRetriedRollsBackThoughJtaWouldCommit() {
      TestWork work = throwing(new IllegalStateException("broken")).rollingBack(false);
      as(Answer.Ran.class, node.execute(call(), work));
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void inTheCallersTransactionTheCallersRuleDecides() {
      container.begin();
      RuntimeException refusal = new TestWork.StatusException(402);
      pending(node.execute(call(), throwing(refusal).rollingBack(true)));
      assertThat(container.commit()).isEqualTo(Transactions.End.COMMITTED);
      assertThat(rows).hasSize(1);
      assertThat(record().storedOutcome()).map(Outcome::status).contains(402);
    }
  }
}
