// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.Transactions.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P15, P16, P19, P20: the method and its outcome in one transaction, under the fence. */
class FinalizeTest extends ProtocolFixture {

  @Nested
  @DisplayName("P15: method and finalizing update commit together")
  class OneTransaction {

    @Test
    void inATransactionThatIsBegunForTheCall() {
      Outcome outcome = ranAndStored(node.execute(call(), returning("done")));
      assertThat(rows).containsExactly("attempt 1");
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(record().storedOutcome()).get().usingRecursiveComparison().isEqualTo(outcome);
      assertThat(container.state()).isEqualTo(State.NONE);
    }

    @Test
    void inTheTransactionThatWasActive() {
      container.begin();
      Attempt attempt = pending(node.execute(call(), returning("done")));
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(rows).isEmpty();
      container.commit();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
      ranAndStored(node.protocol.settle(attempt));
    }

    @Test
    void andRollBackTogether() {
      container.begin();
      pending(node.execute(call(), returning("done")));
      container.rollback();
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(rows).isEmpty();
    }

    @Test
    @DisplayName("P16: and the record keeps the owner's token")
    void theRecordKeepsTheOwnersToken() {
      TestWork work = returning("done");
      node.execute(call(), work);
      assertThat(record().fence()).isEqualTo(work.attempts.get(0).fence());
    }

    @Test
    void aTransactionThatCannotBeginGivesTheKeyBack() {
      node.transactions.stage().at(Point.BUSINESS_BEGINS, 1, StagedTransactions.failure());
      TestWork work = returning("done");
      Answer answer = node.execute(call(), work);
      assertThat(refused(StoreUnavailableException.class, answer))
          .hasCauseInstanceOf(StoreException.class);
      assertThat(work.runs()).isZero();
      assertThat(find()).isEmpty();
    }
  }

  @Nested
  @DisplayName("P19: the outcome is never written outside the transaction")
  class Reaped {

    @Test
    void aContainersTransactionThatEndedUnderTheMethodIsARetry() {
      FakeTransaction reaped = container.begin();
      Answer answer =
          node.execute(callOfContainer(), returning("late").doing(() -> container.reap(reaped)));
      container.rollback();
      refused(RolledBackException.class, answer);
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
      assertThat(node.store.before().count(Statement.STORE_OUTCOME)).isZero();
    }

    @Test
    void anOwnTransactionThatEndedUnderTheMethodIsARetry() {
      Answer answer =
          node.execute(call(), returning("late").doing(() -> reap(container.current())));
      refused(RolledBackException.class, answer);
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
      assertThat(container.state()).isEqualTo(State.NONE);
    }

    private void reap(@Nullable FakeTransaction transaction) {
      container.reap(Objects.requireNonNull(transaction));
    }
  }

  @Nested
  @DisplayName("P20: the entity is rendered before the finalizing update, in its transaction")
  class Rendering {

    @Test
    void withinTheTransactionAndBeforeTheUpdate() {
      List<Object> seen = new ArrayList<>();
      TestWork work =
          returning("done")
              .rendering(
                  () -> {
                    seen.add(container.state());
                    seen.add(database.read(id).orElseThrow().state());
                  });
      ranAndStored(node.execute(call(), work));
      assertThat(seen).containsExactly(State.ACTIVE, RecordState.IN_PROGRESS);
    }

    @Test
    void whatThrowsTheMethodsOwnFailureAgainGivesTheKeyBack() {
      IllegalStateException failure = new IllegalStateException("broken");
      TestWork work =
          throwing(failure)
              .rollingBack(false)
              .rendering(
                  () -> {
                    throw failure;
                  });
      Answer.Ran ran = as(Answer.Ran.class, node.execute(call(), work));
      assertThat(ran.ending().thrown()).isSameAs(failure).hasNoSuppressedExceptions();
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void anErrorOfTheStoreGivesTheKeyBack() {
      StackOverflowError error = new StackOverflowError();
      node.store
          .before()
          .at(
              Statement.STORE_OUTCOME,
              1,
              () -> {
                throw error;
              });
      Answer.Ran ran = as(Answer.Ran.class, node.execute(call(), returning("done")));
      assertThat(ran.ending().thrown()).isSameAs(error);
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void thoseBytesAreTheAnswerTheFirstTimeToo() {
      Outcome first = ranAndStored(node.execute(call(), returning("done")));
      Outcome second = replayed(node.execute(call(), returning("other")));
      assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void whatCannotBeRenderedRollsBackAndIsARetry() {
      RuntimeException broken = new IllegalStateException("no writer");
      TestWork work = returning("done").rendering(throwingNow(broken));
      Answer.Ran ran = as(Answer.Ran.class, node.execute(call(), work));
      assertThat(ran.ending().thrown()).isSameAs(broken);
      assertThat(ran.outcome()).isNull();
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void anExceptionThatCannotBeRenderedIsTheAnswerAndTellsWhy() {
      RuntimeException broken = new IllegalStateException("no mapper");
      RuntimeException failure = new TestWork.StatusException(402);
      Answer.Ran ran =
          as(
              Answer.Ran.class,
              node.execute(call(), throwing(failure).rendering(throwingNow(broken))));
      assertThat(ran.ending().thrown()).isSameAs(failure).hasSuppressedException(broken);
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
    }

    private Runnable throwingNow(RuntimeException failure) {
      return () -> {
        throw failure;
      };
    }
  }
}
