// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.FakeTransaction.Isolation;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.Transactions.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P15 to P20: the method and its outcome in one transaction, under the fence. */
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
      refused(StoreUnavailableException.class, node.execute(call(), work));
      assertThat(work.runs()).isZero();
      assertThat(find()).isEmpty();
    }
  }

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
                  call(), returning("zombie's").doing(FinalizeTest.this::fasterSuccessor)));
      assertThat(body(outcome)).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void inAnOwnTransactionTheCallerIsBusyWhileTheSuccessorRuns() {
      Answer answer =
          node.execute(call(), returning("zombie's").doing(FinalizeTest.this::takeover));
      refused(KeyInProgressException.class, answer);
      assertThat(rows).isEmpty();
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void aZombieThatFailsCannotGiveTheKeyBackOrRefuse() {
      refused(
          KeyInProgressException.class,
          node.execute(
              call(), throwing(new IllegalStateException()).doing(FinalizeTest.this::takeover)));
      assertThat(record().fence().attempt()).isEqualTo(2);
      assertThat(state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void aZombiesRefusalIsNotTheOutcomeEither() {
      Answer answer = node.execute(call(), declining().doing(FinalizeTest.this::fasterSuccessor));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void inACallersTransactionItIsAnExceptionAndTheTransactionIsMarked() {
      container.begin();
      Answer answer =
          node.execute(call(), returning("zombie's").doing(FinalizeTest.this::fasterSuccessor));
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
              callOfContainer(), returning("zombie's").doing(FinalizeTest.this::fasterSuccessor));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
      node.runHandedOver();
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void inTheContainersTransactionTheCallerIsBusyWhileTheSuccessorRuns() {
      container.begin();
      Answer answer =
          node.execute(callOfContainer(), returning("zombie's").doing(FinalizeTest.this::takeover));
      refused(KeyInProgressException.class, answer);
      assertThat(container.commit()).isEqualTo(Transactions.End.NOT_COMMITTED);
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

    @Test
    void thatIsOlderThanTheTakeoverCannotSerializeAndTheSuccessorDecides() {
      container.begin(Isolation.REPEATABLE_READ);
      Runnable seenThenTaken =
          () -> {
            database.read(id);
            fasterSuccessor();
          };
      Answer answer = node.execute(callOfContainer(), returning("zombie's").doing(seenThenTaken));
      assertThat(as(Answer.Pending.class, answer).doomedSuccess()).isPresent();
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
