// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.TransactionDoomedException;
import dev.idempotency.protocol.StagedStore.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("P14: the same record twice in one transaction never claims")
class SameTransactionTest extends ProtocolFixture {

  @Nested
  class InTheCallersTransaction {

    private final TestWork second = returning("second");

    @BeforeEach
    void begin() {
      container.begin();
    }

    @AfterEach
    void nothingRanTwice() {
      container.rollback();
      assertThat(second.runs()).isZero();
      assertThat(node.store.before().count(Statement.INSERT)).isLessThanOrEqualTo(1);
    }

    @Test
    void anotherRequestIsAMismatchEvenWhileTheFirstRuns() {
      List<Answer> inner = new ArrayList<>();
      Runnable recursion = () -> inner.add(node.execute(callWith(OTHER_REQUEST), second));
      node.execute(call(), returning("first").doing(recursion));
      refused(KeyMismatchException.class, inner.get(0));
      refused(KeyMismatchException.class, node.execute(callWith(OTHER_REQUEST), second));
    }

    @Test
    void aCallThatIsStillRunningIsARecursion() {
      List<Throwable> thrown = new ArrayList<>();
      Runnable recursion = () -> thrown.add(catchThrowable(() -> node.execute(call(), second)));
      pending(node.execute(call(), returning("first").doing(recursion)));
      assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aWrittenSuccessIsTheAnswer() {
      pending(node.execute(call(), returning("first")));
      Answer.Replay replay = as(Answer.Replay.class, node.execute(call(), second));
      assertThat(body(replay.outcome())).isEqualTo("first");
      assertThat(replay.expiresIn()).isEqualTo(RETENTION);
    }

    @Test
    void aWrittenRefusalIsTheAnswer() {
      pending(node.execute(call(), declining()));
      assertThat(replayed(node.execute(call(), second)).kind()).isEqualTo(OutcomeKind.FAILURE);
    }

    @Test
    void aSpentKeyIsSpent() {
      OutcomePolicy policy =
          new OutcomePolicy(Map.of(), Map.of(TestWork.Declined.class, Reaction.NEW_KEY));
      pending(node.execute(call(REQUEST, ActiveTransaction.CALLERS, policy), declining()));
      refused(KeySpentException.class, node.execute(call(), second));
    }

    @Test
    void aRetryThrowsTheSameExceptionAgain() {
      RuntimeException failure = new IllegalArgumentException("try again");
      pending(node.execute(call(), throwing(failure)));
      Answer.Ran again = as(Answer.Ran.class, node.execute(call(), second));
      assertThat(again.ending().thrown()).isSameAs(failure);
      assertThat(again.outcome()).isNull();
    }

    @Test
    void aReturnedServerErrorIsReturnedAgain() {
      pending(node.execute(call(), returning(new TestWork.Status(503))));
      Answer.Ran again = as(Answer.Ran.class, node.execute(call(), second));
      assertThat(again.ending()).isEqualTo(new Ending.Returned(new TestWork.Status(503)));
    }

    @Test
    void whatCouldNotBeWrittenIsNotRunAgainEither() {
      node.execute(call(), returning("first").doing(container::setRollbackOnly));
      refused(TransactionDoomedException.class, node.execute(call(), second));
    }

    @Test
    void aLostLeaseIsNotRunAgainEither() {
      Runnable takenOver =
          () -> {
            letLeaseRunOut();
            takenByAnother();
          };
      node.execute(call(), returning("first").doing(takenOver));
      refused(TransactionDoomedException.class, node.execute(call(), second));
    }
  }

  @Nested
  class InTheLibrarysOwnTransaction {

    @Test
    void aCallOfItselfIsARecursionAndTheFirstMayGoOn() {
      List<Throwable> thrown = new ArrayList<>();
      TestWork second = returning("second");
      Runnable recursion = () -> thrown.add(catchThrowable(() -> node.execute(call(), second)));
      ranAndStored(node.execute(call(), returning("first").doing(recursion)));
      assertThat(thrown).singleElement().isInstanceOf(IllegalStateException.class);
      assertThat(second.runs()).isZero();
    }
  }

  @Nested
  @DisplayName("P14: from a suspended or another transaction it is busy")
  class FromAnotherTransaction {

    private final TestWork second = returning("second");
    private final List<Answer> answers = new ArrayList<>();

    @Test
    void whileTheFirstRuns() {
      Runnable inner = () -> inNew(() -> answers.add(node.execute(call(), second)));
      ranAndStored(node.execute(call(), returning("first").doing(inner)));
      assertBusy();
    }

    @Test
    void whenTheFirstHasWrittenButNotCommitted() {
      container.begin();
      pending(node.execute(call(), returning("first")));
      inNew(() -> answers.add(node.execute(call(), second)));
      container.commit();
      assertBusy();
    }

    @Test
    void whenTheFirstHasWrittenButOutlivedItsLease() {
      container.begin();
      pending(node.execute(call(), returning("first")));
      letLeaseRunOut();
      inNew(() -> answers.add(node.execute(call(), second)));
      container.commit();
      assertBusy();
    }

    private void assertBusy() {
      assertThat(refused(KeyInProgressException.class, answers.get(0)).retryAfter().orElseThrow())
          .isBetween(Duration.ofSeconds(1), RETRY_AFTER_MAX);
      assertThat(second.runs()).isZero();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
    }
  }

  @Test
  @DisplayName("P14: the next transaction of the thread is not the same one")
  void theNextTransactionReplaysFromTheStore() {
    container.begin();
    pending(node.execute(call(), returning("first")));
    container.commit();
    container.begin();
    assertThat(body(replayed(node.execute(call(), returning("second"))))).isEqualTo("first");
    container.commit();
    assertThat(rows).hasSize(1);
  }
}
