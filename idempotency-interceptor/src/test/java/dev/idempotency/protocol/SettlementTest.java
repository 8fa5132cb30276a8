// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P24 and P28: what is done when the transaction has ended. */
class SettlementTest extends ProtocolFixture {

  @Nested
  @DisplayName("P24: a commit whose result is unknown is settled by the guarded mark")
  class UnknownCommit {

    @Test
    void itCommitted() {
      node.transactions.stage().at(Point.BUSINESS_ENDED, 1, StagedTransactions.failure());
      Outcome outcome = ranAndStored(node.execute(call(), returning("done")));
      assertThat(body(outcome)).isEqualTo("done");
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
    }

    @Test
    void itCommittedARefusal() {
      node.transactions.stage().at(Point.BUSINESS_ENDED, 1, StagedTransactions.failure());
      ranAndStored(node.execute(call(), declining()));
      assertThat(record().isFinal()).isTrue();
      assertThat(rows).hasSize(1);
    }

    @Test
    void itRolledBack() {
      node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, container::setRollbackOnly);
      refused(RolledBackException.class, node.execute(call(), returning("done")));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void itIsStillUnderWayAndThenCommits() {
      FakeTransaction ending = executeWithCommitUnderWay();
      container.end(ending);
      assertThat(body(replayed(node.execute(call(), returning("second"))))).isEqualTo("done");
      assertThat(rows).hasSize(1);
    }

    @Test
    void itIsStillUnderWayAndThenRollsBack() {
      FakeTransaction ending = executeWithCommitUnderWay();
      ending.setRollbackOnly();
      container.end(ending);
      refused(KeyInProgressException.class, node.execute(call(), returning("second")));
      letLeaseRunOut();
      ranAndStored(node.execute(call(), returning("second")));
      assertThat(rows).containsExactly("attempt 2");
    }

    private FakeTransaction executeWithCommitUnderWay() {
      List<FakeTransaction> ending = new ArrayList<>();
      Runnable connectionLost = () -> ending.add(container.detach());
      node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, connectionLost);
      refused(StoreUnavailableException.class, node.execute(call(), returning("done")));
      return ending.get(0);
    }

    @Test
    void inTheContainersTransactionTheResponseFilterFindsOut() {
      container.begin();
      Attempt attempt = pending(node.execute(callOfContainer(), returning("done")));
      container.commitUnknown();
      node.runHandedOver();
      ranAndStored(node.protocol.settle(attempt));
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aSuccessorWhoTookOverBeforeTheMarkDecides() {
      node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, container::setRollbackOnly);
      Runnable successor =
          () -> {
            letLeaseRunOut();
            ranAndStored(otherNode.execute(call(), returning("successor's")));
          };
      node.transactions.stage().at(Point.BUSINESS_ENDED, 1, successor);
      Answer answer = node.execute(call(), returning("done"));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
    }
  }

  @Nested
  @DisplayName("P28: the end of another's transaction is only noted")
  class Noted {

    private Attempt rolledBackByContainer() {
      container.begin();
      Attempt attempt = pending(node.execute(callOfContainer(), returning("done")));
      container.rollback();
      return attempt;
    }

    @Test
    void theCallbackHandsTheMarkToTheExecutorAndTouchesNothing() {
      Attempt attempt = rolledBackByContainer();
      assertThat(attempt.isDue()).isTrue();
      assertThat(node.handedOver()).isEqualTo(1);
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
      node.runHandedOver();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aCommitLeavesNothingToDo() {
      container.begin();
      pending(node.execute(callOfContainer(), returning("done")));
      container.commit();
      assertThat(node.handedOver()).isZero();
    }

    @Test
    void theNextCallOfTheNodeSettlesItFirst() {
      rolledBackByContainer();
      ranAndStored(node.execute(call(), returning("second")));
      assertThat(rows).containsExactly("attempt 2");
      node.runHandedOver();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(node.store.before().count(Statement.MARK_RETRYABLE)).isEqualTo(1);
    }

    @Test
    void theResponseFilterSettlesItFirst() {
      Attempt attempt = rolledBackByContainer();
      refused(RolledBackException.class, node.protocol.settle(attempt));
      assertThat(record().retryable()).isTrue();
      node.runHandedOver();
      refused(RolledBackException.class, node.protocol.settle(attempt));
      assertThat(node.store.before().count(Statement.MARK_RETRYABLE)).isEqualTo(1);
    }

    @Test
    void aTransactionStillOpenAtTheResponseFilterIsUnavailable() {
      container.begin();
      Attempt attempt = pending(node.execute(call(), returning("done")));
      refused(StoreUnavailableException.class, node.protocol.settle(attempt));
      container.commit();
      ranAndStored(node.protocol.settle(attempt));
    }

    @Test
    void aMarkThatFailsIsUnavailableAndMayBeTriedAgain() {
      Attempt attempt = rolledBackByContainer();
      node.store
          .before()
          .at(Statement.MARK_RETRYABLE, 1, node.store.failure(StoreException.Kind.OTHER));
      refused(StoreUnavailableException.class, node.protocol.settle(attempt));
      refused(RolledBackException.class, node.protocol.settle(attempt));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void aMarkWhoseAcknowledgementWasLostIsRecognised() {
      Attempt attempt = rolledBackByContainer();
      Runnable failure = StagedTransactions.failure();
      node.transactions.stage().at(Point.NEW_COMMITTED, Node.FIRST + 1, failure);
      refused(StoreUnavailableException.class, node.protocol.settle(attempt));
      refused(RolledBackException.class, node.protocol.settle(attempt));
    }

    @Test
    void aMethodThatReturnsAfterTheEndSettlesItself() {
      FakeTransaction reaped = container.begin();
      TestWork work = declining().doing(() -> container.reap(reaped));
      Outcome outcome = ranAndStored(node.execute(callOfContainer(), work));
      container.rollback();
      assertThat(outcome.kind()).isEqualTo(OutcomeKind.FAILURE);
      assertThat(node.handedOver()).isZero();
      assertThat(record().isFinal()).isTrue();
    }

    @Test
    void ofTwoWhoSettleOneMarksAndBothGetItsAnswer() throws Exception {
      Attempt attempt = rolledBackByContainer();
      Gate marking = new Gate();
      node.store.before().at(Statement.MARK_RETRYABLE, 1, marking);
      Future<Answer> first = onAnotherThread(() -> node.protocol.settle(attempt));
      marking.awaitArrival();
      Future<Answer> second = onAnotherThread(() -> node.protocol.settle(attempt));
      marking.open();
      refused(RolledBackException.class, result(first));
      refused(RolledBackException.class, result(second));
      assertThat(node.store.before().count(Statement.MARK_RETRYABLE)).isEqualTo(1);
    }

    @Test
    void anEndOnAnotherThreadWhileTheMethodStillRunsIsNotLost() throws Exception {
      Gate running = new Gate();
      List<FakeTransaction> open = new ArrayList<>();
      Future<Answer> call =
          onAnotherThread(
              () -> {
                open.add(container.begin());
                return node.execute(callOfContainer(), returning("late").doing(running));
              });
      running.awaitArrival();
      container.reap(Objects.requireNonNull(open.get(0)));
      assertThat(node.handedOver()).isZero();
      running.open();
      refused(RolledBackException.class, result(call));
      assertThat(record().retryable()).isTrue();
    }
  }
}
