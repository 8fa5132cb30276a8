// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.Protocol;
import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.TransactionDoomedException;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.TestWork.StatusException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayName("P40 to P42: claim, work and outcome in a single transaction")
class SingleTransactionTest extends ProtocolFixture {

  private static final int PAYMENT_REQUIRED = 402;
  private static final int CONFLICT = 409;
  private static final int SERVER_ERROR = 500;
  private static final int FORBIDDEN = 403;

  private Call single() {
    return under(Protocol.SINGLE_TRANSACTION, call());
  }

  private Answer again(TestWork work) {
    return otherNode.execute(single(), work);
  }

  private int statements() {
    int count = 0;
    for (Statement statement : Statement.values()) {
      count += node.store.before().count(statement);
    }
    return count;
  }

  /** A first call that waits within its method until the gate opens. */
  private Future<Answer> runningAt(Gate gate) {
    Future<Answer> running =
        onAnotherThread(() -> node.execute(single(), returning("first").doing(gate)));
    gate.awaitArrival();
    return running;
  }

  @Nested
  @DisplayName("P40: the claim")
  class TheClaim {

    @Test
    void costsTwoStatementsAndNoCommitBesideTheWork() {
      assertThat(body(ranAndStored(node.execute(single(), returning("first"))))).isEqualTo("first");
      assertThat(statements()).isEqualTo(2);
      assertThat(node.transactions.stage().count(Point.NEW_BEGINS)).isZero();
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
    }

    @Test
    void aReplayCostsTheRefusedInsertAndOneRead() {
      node.execute(single(), returning("first"));
      int before = statements();
      assertThat(body(replayed(node.execute(single(), returning("second"))))).isEqualTo("first");
      assertThat(statements() - before).isEqualTo(2);
      assertThat(rows).hasSize(1);
    }

    @Test
    void whileTheFirstRunsAnotherIsBusyAtOnceForASecond() throws Exception {
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      KeyInProgressException busy =
          refused(KeyInProgressException.class, again(returning("second")));
      assertThat(busy.retryAfter()).contains(Duration.ofSeconds(1));
      gate.open();
      ranAndStored(result(first));
      assertThat(body(replayed(again(returning("third"))))).isEqualTo("first");
      assertThat(rows).hasSize(1);
    }

    @Test
    void anotherRequestIsBusyWhileTheFirstRunsAndAMismatchAfterwards() throws Exception {
      Call other = under(Protocol.SINGLE_TRANSACTION, callWith(OTHER_REQUEST));
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      refused(KeyInProgressException.class, otherNode.execute(other, returning("other")));
      gate.open();
      ranAndStored(result(first));
      refused(KeyMismatchException.class, otherNode.execute(other, returning("other")));
    }

    @Test
    void anExpiredRecordBeginsANewLife() {
      node.execute(single(), returning("first"));
      clock.advance(RETENTION);
      assertThat(body(ranAndStored(again(returning("second"))))).isEqualTo("second");
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void anExpiredRecordIsNotReplacedTwiceAtATime() throws Exception {
      node.execute(single(), returning("first"));
      clock.advance(RETENTION);
      Gate gate = new Gate();
      Future<Answer> second = runningAt(gate);
      refused(KeyInProgressException.class, again(returning("third")));
      gate.open();
      ranAndStored(result(second));
      assertThat(rows).hasSize(2);
    }

    @Test
    void whatAnotherProtocolLeftRunningIsRespectedUntilItsLeaseIsDead() {
      claimedByAnother();
      refused(KeyInProgressException.class, node.execute(single(), returning("first")));
      letLeaseRunOut();
      assertThat(body(ranAndStored(node.execute(single(), returning("second")))))
          .isEqualTo("second");
    }

    @Test
    void anotherProtocolIsBusyWhileThisOneRunsAndReplaysAfterwards() throws Exception {
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      refused(KeyInProgressException.class, otherNode.execute(call(), returning("second")));
      gate.open();
      ranAndStored(result(first));
      assertThat(body(replayed(otherNode.execute(call(), returning("third"))))).isEqualTo("first");
      assertThat(rows).hasSize(1);
    }

    /** P30. */
    @Test
    void aLeaseThatAnotherProtocolRenewsMeanwhileIsRespected() {
      Fence owner = claimedByAnother();
      letLeaseRunOut();
      LeaseStore.Renewal renewal = new LeaseStore.Renewal(owner, STALE_AFTER);
      node.store
          .before()
          .at(Statement.LOCK, 1, () -> inNew(() -> database.leases().renew(List.of(renewal))));
      refused(KeyInProgressException.class, node.execute(single(), returning("first")));
      assertThat(record().fence()).isEqualTo(owner);
    }

    @Test
    void aCallThatWaitsGetsTheOutcome() throws Exception {
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      otherNode.whileWaiting(pause -> endOf(first, gate));
      Answer second = otherNode.execute(waiting(single()), returning("second"));
      assertThat(body(replayed(second))).isEqualTo("first");
    }

    private void endOf(Future<Answer> running, Gate gate) {
      gate.open();
      try {
        ranAndStored(result(running));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  @Nested
  @DisplayName("P21 to P23, P41: the end")
  class TheEnd {

    @Test
    void aFailureLeavesNothingBehind() {
      Answer answer = node.execute(single(), throwing(new StatusException(SERVER_ERROR)));
      assertThat(as(Answer.Ran.class, answer).outcome()).isNull();
      assertThat(find()).isEmpty();
      assertThat(rows).isEmpty();
      ranAndStored(again(returning("second")));
    }

    @Test
    void aRefusalThatRolledBackIsStoredWithItsClaim() {
      ranAndStored(node.execute(single(), throwing(new StatusException(PAYMENT_REQUIRED))));
      assertThat(rows).isEmpty();
      TestWork retry = returning("second");
      assertThat(replayed(again(retry)).status()).isEqualTo(PAYMENT_REQUIRED);
      assertThat(retry.runs()).isZero();
    }

    @Test
    void aRefusalAfterARetryableFailureKeepsTheLife() {
      Fence before = claimedByAnother();
      inNew(() -> database.markRetryable(before, Retention.of(RETENTION)));
      UUID life = record().life();
      ranAndStored(node.execute(single(), throwing(new StatusException(PAYMENT_REQUIRED))));
      assertThat(record().life()).isEqualTo(life);
      assertThat(record().fence().attempt()).isEqualTo(2);
      assertThat(record().isFinal()).isTrue();
    }

    @Test
    void aRefusalInANewLifeReplacesTheOldOne() {
      node.execute(single(), returning("first"));
      clock.advance(RETENTION);
      ranAndStored(node.execute(single(), throwing(new StatusException(PAYMENT_REQUIRED))));
      assertThat(replayed(again(returning("third"))).status()).isEqualTo(PAYMENT_REQUIRED);
    }

    @Test
    void aKeyIsSpentByARefusal() {
      OutcomePolicy policy = new OutcomePolicy(Map.of(CONFLICT, Reaction.NEW_KEY), Map.of());
      Call spending =
          under(Protocol.SINGLE_TRANSACTION, call(REQUEST, ActiveTransaction.CALLERS, policy));
      node.execute(spending, throwing(new StatusException(CONFLICT)));
      refused(KeySpentException.class, again(returning("second")));
    }

    @Test
    void aRefusalWhoseRecordChangedMeanwhileIsDecidedAnew() {
      TestWork refusing = throwing(new StatusException(PAYMENT_REQUIRED));
      List<Answer> others = new ArrayList<>();
      node.store
          .before()
          .at(Statement.INSERT_ALONE, 2, () -> others.add(onOtherThread(returning("others"))));
      Answer answer = node.execute(single(), refusing);
      assertThat(body(ranAndStored(others.get(0)))).isEqualTo("others");
      assertThat(body(replayed(answer))).isEqualTo("others");
      assertThat(rows).hasSize(1);
    }

    private Answer onOtherThread(TestWork work) {
      try {
        return result(onAnotherThread(() -> again(work)));
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }

    @Test
    void aCommittedRefusalCommitsWithItsRows() {
      ranAndStored(node.execute(single(), declining()));
      assertThat(rows).hasSize(1);
      assertThat(replayed(again(returning("second"))).kind()).isEqualTo(OutcomeKind.FAILURE);
    }

    @Test
    void aSuccessThatRollsBackIsNeverAnswered() {
      Answer answer = node.execute(single(), returning("first").doing(container::setRollbackOnly));
      refused(RolledBackException.class, answer);
      assertThat(find()).isEmpty();
      ranAndStored(again(returning("second")));
    }

    @Test
    void aRefusalBeforeTheBodyLeavesNothingBehind() {
      node.execute(single(), throwing(new StatusException(FORBIDDEN)).refusedBeforeBody());
      assertThat(find()).isEmpty();
      ranAndStored(again(returning("second")));
    }

    @Test
    void aClaimThatFailsRunsNothing() {
      node.store.before().at(Statement.INSERT_ALONE, 1, node.store.failure(kind()));
      TestWork work = returning("first");
      refused(StoreUnavailableException.class, node.execute(single(), work));
      assertThat(work.runs()).isZero();
      assertThat(container.depth()).isZero();
    }

    private StoreException.Kind kind() {
      return StoreException.Kind.SERIALIZATION;
    }
  }

  @Nested
  @DisplayName("In a transaction that somebody else began")
  class InACallersTransaction {

    @Test
    void nobodySeesAnythingUntilItCommits() {
      container.begin();
      Attempt attempt = pending(node.execute(single(), returning("first")));
      assertThat(database.committed(id)).isEmpty();
      container.commit();
      assertThat(node.protocol.settle(attempt)).isInstanceOf(Answer.Ran.class);
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(rows).hasSize(1);
    }

    @Test
    void itsRollbackTakesTheClaimWithIt() {
      container.begin();
      Attempt attempt = pending(node.execute(single(), returning("first")));
      container.rollback();
      refused(RolledBackException.class, node.protocol.settle(attempt));
      ranAndStored(again(returning("second")));
      assertThat(rows).hasSize(1);
    }

    @Test
    void aRefusalThatTheCallerRolledBackIsStored() {
      container.begin();
      node.execute(single(), throwing(new StatusException(PAYMENT_REQUIRED)));
      container.rollback();
      node.runHandedOver();
      assertThat(replayed(again(returning("second"))).status()).isEqualTo(PAYMENT_REQUIRED);
    }

    @Test
    void aLostClaimLeavesTheCallersTransactionAlone() throws Exception {
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      container.begin();
      refused(KeyInProgressException.class, again(returning("second")));
      assertThat(container.state()).isEqualTo(Transactions.State.ACTIVE);
      container.commit();
      gate.open();
      ranAndStored(result(first));
    }

    @Test
    void itDoesNotWait() throws Exception {
      Gate gate = new Gate();
      Future<Answer> first = runningAt(gate);
      container.begin();
      refused(
          KeyInProgressException.class, otherNode.execute(waiting(single()), returning("second")));
      container.commit();
      gate.open();
      result(first);
    }

    @Test
    void aRefusalBeforeTheBodyTakesTheClaimBackAndLetsTheRestCommit() {
      container.begin();
      node.execute(single(), throwing(new StatusException(FORBIDDEN)).refusedBeforeBody());
      assertThat(container.state()).isEqualTo(Transactions.State.ACTIVE);
      container.commit();
      assertThat(find()).isEmpty();
    }

    @Test
    void aRefusalBeforeTheBodyGivesBackWhatHadBeenGivenBack() {
      Fence before = claimedByAnother();
      inNew(() -> database.markRetryable(before, Retention.of(RETENTION)));
      container.begin();
      node.execute(single(), throwing(new StatusException(FORBIDDEN)).refusedBeforeBody());
      container.commit();
      assertThat(record().retryable()).isTrue();
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void theSameKeyTwiceIsTheWrittenOutcome() {
      container.begin();
      node.execute(single(), returning("first"));
      TestWork second = returning("second");
      assertThat(body(replayed(node.execute(single(), second)))).isEqualTo("first");
      assertThat(second.runs()).isZero();
      container.rollback();
    }

    @Test
    void recursionIsAnError() {
      TestWork recursing =
          returning("first")
              .doing(
                  () ->
                      assertThatThrownBy(() -> node.execute(single(), returning("second")))
                          .isInstanceOf(IllegalStateException.class));
      ranAndStored(node.execute(single(), recursing));
    }

    @Test
    void whatCanNoLongerCommitIsRefusedBeforeTheClaim() {
      container.begin();
      container.setRollbackOnly();
      refused(TransactionDoomedException.class, node.execute(single(), returning("first")));
      assertThat(statements()).isZero();
      container.rollback();
    }
  }

  @Nested
  @DisplayName("P24: a commit whose result is unknown")
  class AnUnknownCommit {

    /** The commit of the work happens, and its acknowledgement is lost. */
    private Answer unacknowledged(TestWork work) {
      node.transactions.stage().at(Point.BUSINESS_ENDED, 1, StagedTransactions.failure());
      return node.execute(single(), work);
    }

    /** The commit of the work fails. */
    private Answer failed(TestWork work) {
      node.transactions.stage().at(Point.BUSINESS_COMMITS, 1, StagedTransactions.failure());
      return node.execute(single(), work);
    }

    @Test
    void thatHappenedIsTheAnswer() {
      Answer answer = unacknowledged(returning("first"));
      assertThat(body(ranAndStored(answer))).isEqualTo("first");
      assertThat(rows).hasSize(1);
      assertThat(body(replayed(again(returning("second"))))).isEqualTo("first");
    }

    @Test
    void thatFailedGivesTheKeyBack() {
      refused(RolledBackException.class, failed(returning("first")));
      assertThat(record().retryable()).isTrue();
      assertThat(rows).isEmpty();
      assertThat(body(ranAndStored(again(returning("second"))))).isEqualTo("second");
    }

    @Test
    void ofARefusalIsTheRefusalEitherWay() {
      ranAndStored(unacknowledged(declining()));
      assertThat(replayed(again(returning("second"))).kind()).isEqualTo(OutcomeKind.FAILURE);
    }

    @Test
    void ofARefusalThatFailedIsStoredAllTheSame() {
      ranAndStored(failed(declining()));
      assertThat(rows).isEmpty();
      assertThat(replayed(again(returning("second"))).kind()).isEqualTo(OutcomeKind.FAILURE);
    }
  }
}
