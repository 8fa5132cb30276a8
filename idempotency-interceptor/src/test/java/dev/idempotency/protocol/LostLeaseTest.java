// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.FakeTransaction.Isolation;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.Transactions.State;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P17 and P18: an owner that is slower than its lease. */
class LostLeaseTest extends ProtocolFixture {

  private void takeover() {
    letLeaseRunOut();
    onAnotherThreadNow(this::takenByAnother);
  }

  private void fasterSuccessor() {
    letLeaseRunOut();
    onAnotherThreadNow(() -> ranAndStored(otherNode.execute(call(), returning("successor's"))));
  }

  private <T> void onAnotherThreadNow(Callable<T> work) {
    Future<T> future = onAnotherThread(work);
    try {
      result(future);
    } catch (Exception e) {
      throw new AssertionError("the other thread failed", e);
    }
  }

  @Nested
  @DisplayName("P17: who lost the lease loses the business rows with the outcome")
  class LostLease {

    @Test
    void inAnOwnTransactionTheCallerGetsTheSuccessorsOutcome() {
      Outcome outcome =
          replayed(
              node.execute(
                  call(), returning("zombie's").doing(LostLeaseTest.this::fasterSuccessor)));
      assertThat(body(outcome)).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void inAnOwnTransactionTheCallerIsBusyWhileTheSuccessorRuns() {
      Answer answer =
          node.execute(call(), returning("zombie's").doing(LostLeaseTest.this::takeover));
      refused(KeyInProgressException.class, answer);
      assertThat(rows).isEmpty();
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void aZombieThatFailsCannotGiveTheKeyBackOrRefuse() {
      refused(
          KeyInProgressException.class,
          node.execute(
              call(), throwing(new IllegalStateException()).doing(LostLeaseTest.this::takeover)));
      assertThat(record().fence().attempt()).isEqualTo(2);
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void aZombiesRefusalIsNotTheOutcomeEither() {
      Answer answer = node.execute(call(), declining().doing(LostLeaseTest.this::fasterSuccessor));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void inACallersTransactionItIsAnExceptionAndTheTransactionIsMarked() {
      container.begin();
      Answer answer =
          node.execute(call(), returning("zombie's").doing(LostLeaseTest.this::fasterSuccessor));
      assertThat(refused(LeaseLostException.class, answer).retryAfter()).isPresent();
      assertThat(container.state()).isEqualTo(State.ROLLBACK_ONLY);
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      node.runHandedOver();
      assertThat(rows).containsExactly("attempt 2");
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void inTheContainersTransactionTheCallerGetsTheSuccessorsOutcome() {
      container.begin();
      Answer answer =
          node.execute(
              callOfContainer(), returning("zombie's").doing(LostLeaseTest.this::fasterSuccessor));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      node.runHandedOver();
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void inTheContainersTransactionTheCallerIsBusyWhileTheSuccessorRuns() {
      container.begin();
      Answer answer =
          node.execute(
              callOfContainer(), returning("zombie's").doing(LostLeaseTest.this::takeover));
      refused(KeyInProgressException.class, answer);
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
    }

    @Test
    void whereTheAnswerIsSettledAfterwardsNothingIsReadBesideTheTransaction() {
      container.begin();
      TestWork work = returning("zombie's").doing(LostLeaseTest.this::fasterSuccessor);
      Attempt attempt = pending(node.execute(callSettledAfterwards(), work));
      assertThat(node.transactions.stage().count(Point.NEW_BEGINS)).isEqualTo(1);
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      assertThat(body(replayed(node.protocol.settle(attempt)))).isEqualTo("successor's");
    }

    @Test
    void aSuccessorThatTookTheLockBeforeTheOutcomeWins() throws Exception {
      Gate taken = new Gate();
      otherNode.store.after().at(Statement.CLAIM_AGAIN, 1, taken);
      List<Future<Answer>> successor = new ArrayList<>();
      Runnable meanwhile =
          () -> {
            letLeaseRunOut();
            successor.add(
                onAnotherThread(() -> otherNode.execute(call(), returning("successor's"))));
            taken.awaitArrival();
          };
      node.store.before().at(Statement.STORE_OUTCOME, 1, taken::open);
      Answer zombies = node.execute(call(), returning("zombie's").doing(meanwhile));
      ranAndStored(result(successor.get(0)));
      assertThat(rows).containsExactly("attempt 2");
      assertThat(zombies).isInstanceOfAny(Answer.Replay.class, Answer.Refused.class);
    }
  }

  @Nested
  @DisplayName("P17: a transaction whose snapshot is older than the claim")
  class StaleSnapshot {

    @Test
    void isToldFromALostLeaseAndTheKeyIsGivenBack() {
      container.begin(Isolation.REPEATABLE_READ);
      database.read(id);
      Answer answer = node.execute(call(), returning("done"));
      assertThat(refused(StaleSnapshotException.class, answer))
          .hasMessageContaining("READ COMMITTED");
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      node.runHandedOver();
      assertThat(rows).isEmpty();
      assertThat(record().retryable()).isTrue();
      ranAndStored(node.execute(call(), returning("done")));
    }

    @Test
    void isToldAlsoWhereItSeesTheRecordAsItWasBeforeTheClaim() {
      claimedByAnother();
      letLeaseRunOut();
      container.begin(Isolation.REPEATABLE_READ);
      database.read(id);
      refused(StaleSnapshotException.class, node.execute(callOfContainer(), returning("done")));
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      node.runHandedOver();
      assertThat(record().retryable()).isTrue();
    }

    private Attempt endedTooOld() {
      container.begin(Isolation.REPEATABLE_READ);
      database.read(id);
      Attempt attempt = pending(node.execute(callSettledAfterwards(), returning("done")));
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      return attempt;
    }

    @Test
    void isToldAlsoWhereTheAnswerIsSettledAfterwards() {
      Attempt attempt = endedTooOld();
      refused(StaleSnapshotException.class, node.protocol.settle(attempt));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void isNotToldWhileSomebodyHoldsTheRecord() {
      Attempt attempt = endedTooOld();
      try (OpenTransaction other = OpenTransaction.on(container, () -> database.lock(id))) {
        refused(StoreUnavailableException.class, node.protocol.settle(attempt));
        assertThat(other.isOpen()).isTrue();
      }
      refused(StaleSnapshotException.class, node.protocol.settle(attempt));
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void thatIsOlderThanTheTakeoverCannotSerializeAndTheSuccessorDecides() {
      container.begin(Isolation.REPEATABLE_READ);
      Runnable seenThenTaken =
          () -> {
            database.read(id);
            fasterSuccessor();
          };
      Answer answer =
          node.execute(callSettledAfterwards(), returning("zombie's").doing(seenThenTaken));
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      assertThat(body(replayed(node.protocol.settle(pending(answer))))).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
    }
  }

  @Test
  @DisplayName("P18: an owner whose lease ran out but whom nobody replaced may finish")
  void anOwnerWhomNobodyReplacedMayFinish() {
    ranAndStored(node.execute(call(), returning("late").doing(this::letLeaseRunOut)));
    assertThat(rows).hasSize(1);
    assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
  }
}
