// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.TransactionDoomedException;
import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import dev.idempotency.protocol.Transactions.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** P4 to P13: how a call becomes the owner of its record. */
class ClaimTest extends ProtocolFixture {

  @Nested
  @DisplayName("P4: the claim is a short transaction of its own, committed before the work")
  class OwnTransaction {

    @Test
    void whileTheBodyRunsTheClaimIsCommittedAndNotLocked() {
      List<RecordState> seen = new ArrayList<>();
      TestWork work =
          returning("done")
              .doing(() -> inNew(() -> seen.add(database.lock(id).orElseThrow().state())));
      ranAndStored(node.execute(call(), work));
      assertThat(seen).containsExactly(RecordState.IN_PROGRESS);
    }

    @Test
    void aTransactionThatIsMarkedAlreadyIsRefusedBeforeTheClaim() {
      container.begin();
      container.setRollbackOnly();
      TestWork work = returning("done");
      refused(TransactionDoomedException.class, node.execute(call(), work));
      container.rollback();
      assertThat(work.runs()).isZero();
      assertThat(node.store.before().count(Statement.INSERT)).isZero();
    }

    @Test
    void aTransactionThatTheContainerHasEndedIsRefusedBeforeTheClaim() {
      container.reap(container.begin());
      TestWork work = returning("done");
      refused(TransactionDoomedException.class, node.execute(call(), work));
      container.rollback();
      assertThat(work.runs()).isZero();
      assertThat(find()).isEmpty();
    }

    @Test
    void aTransactionThatEndsDuringTheClaimGivesTheKeyBackAndRunsNothing() {
      FakeTransaction callers = container.begin();
      node.transactions.stage().at(Point.NEW_COMMITTED, 1, () -> container.reap(callers));
      TestWork work = returning("done");
      refused(TransactionDoomedException.class, node.execute(call(), work));
      container.rollback();
      assertThat(work.runs()).isZero();
      assertThat(find()).isEmpty();
    }
  }

  @Nested
  @DisplayName("P9: a record that vanished is claimed again, within 3 tries and 2 s")
  class Vanished {

    private void vanishes(int times) {
      for (int nth = 1; nth <= times; nth++) {
        node.store.before().at(Statement.INSERT, nth, ClaimTest.this::claimOnAnotherThread);
        node.store.before().at(Statement.READ, nth, ClaimTest.this::deleteOnAnotherThread);
      }
    }

    @Test
    void theNextTryClaimsIt() {
      vanishes(2);
      TestWork work = returning("done");
      ranAndStored(node.execute(call(), work));
      assertThat(work.runs()).isEqualTo(1);
      assertThat(node.store.before().count(Statement.INSERT)).isEqualTo(3);
    }

    @Test
    void afterThreeTriesTheCallIsRefused() {
      vanishes(4);
      TestWork work = returning("done");
      refused(StoreUnavailableException.class, node.execute(call(), work));
      assertThat(work.runs()).isZero();
      assertThat(node.store.before().count(Statement.INSERT)).isEqualTo(3);
    }

    @Test
    void afterTwoSecondsTheCallIsRefused() {
      vanishes(4);
      node.store.after().at(Statement.READ, 2, () -> clock.advance(Duration.ofSeconds(2)));
      refused(StoreUnavailableException.class, node.execute(call(), returning("done")));
      assertThat(node.store.before().count(Statement.INSERT)).isEqualTo(2);
    }
  }

  private Fence claimed;

  private void claimOnAnotherThread() {
    claimed = claimedByAnother();
  }

  private void deleteOnAnotherThread() {
    assertThat(inNew(() -> database.delete(claimed))).isTrue();
  }

  @Nested
  @DisplayName("P10: a claim whose acknowledgement was lost recognises its own token")
  class LostAcknowledgement {

    @Test
    void aFirstClaimGoesOn() {
      node.transactions.stage().at(Point.NEW_COMMITTED, 1, StagedTransactions.failure());
      TestWork work = returning("done");
      ranAndStored(node.execute(call(), work));
      assertThat(rows).containsExactly("attempt 1");
      assertThat(work.attempts.get(0).life()).isEqualTo(record().life());
    }

    @Test
    void aTakeoverGoesOnInTheSameLife() {
      claimedByAnother();
      letLeaseRunOut();
      node.transactions.stage().at(Point.NEW_COMMITTED, 1, StagedTransactions.failure());
      TestWork work = returning("done");
      ranAndStored(node.execute(call(), work));
      assertThat(rows).containsExactly("attempt 2");
      assertThat(work.attempts.get(0).life()).isEqualTo(record().life());
    }

    @Test
    void aClaimThatDidNotCommitIsTriedAgain() {
      node.transactions.stage().at(Point.NEW_COMMITS, 1, StagedTransactions.failure());
      ranAndStored(node.execute(call(), returning("done")));
      assertThat(rows).containsExactly("attempt 1");
    }

    @Test
    void aTakeoverThatCommitsOnlyAfterItWasReadAgainGoesOn() {
      claimedByAnother();
      letLeaseRunOut();
      List<FakeTransaction> underWay = connectionLostDuringTheFirstCommit();
      node.store.after().at(Statement.READ, 2, () -> container.end(underWay.get(0)));
      ranAndStored(node.execute(call(), returning("done")));
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void aTakeoverWhoseOwnCommitHoldsTheLockIsNotBusy() {
      claimedByAnother();
      letLeaseRunOut();
      List<FakeTransaction> underWay = connectionLostDuringTheFirstCommit();
      node.store.before().at(Statement.INSERT, 3, () -> container.end(underWay.get(0)));
      ranAndStored(node.execute(call(), returning("done")));
      assertThat(rows).containsExactly("attempt 2");
    }

    private List<FakeTransaction> connectionLostDuringTheFirstCommit() {
      List<FakeTransaction> underWay = new ArrayList<>();
      node.transactions
          .stage()
          .at(
              Point.NEW_COMMITS,
              1,
              () -> {
                underWay.add(container.detach());
                StagedTransactions.failure().run();
              });
      return underWay;
    }

    @Test
    @DisplayName("P26: and its undo deletes what it inserted")
    void theUndoOfAFirstClaimStillDeletes() {
      node.transactions.stage().at(Point.NEW_COMMITTED, 1, StagedTransactions.failure());
      node.execute(call(), throwing(new IllegalArgumentException()).refusedBeforeBody());
      assertThat(find()).isEmpty();
    }
  }

  @Nested
  @DisplayName("P12: no path runs the work unclaimed")
  class NeverUnclaimed {

    @ParameterizedTest
    @EnumSource(
        value = Statement.class,
        names = {"INSERT", "READ", "LOCK", "CLAIM_AGAIN"})
    void aStoreThatFailsRefusesTheCall(Statement failing) {
      claimedByAnother();
      letLeaseRunOut();
      node.store.before().always(failing, node.store.failure(StoreException.Kind.OTHER));
      TestWork work = returning("done");
      StoreUnavailableException refusal =
          refused(StoreUnavailableException.class, node.execute(call(), work));
      assertThat(refusal).hasCauseInstanceOf(StoreException.class);
      assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(1));
      assertThat(work.runs()).isZero();
    }

    @Test
    void aFailureThatPassesIsTriedAgain() {
      node.store
          .before()
          .at(Statement.INSERT, 1, node.store.failure(StoreException.Kind.SERIALIZATION));
      ranAndStored(node.execute(call(), returning("done")));
      assertThat(rows).hasSize(1);
    }

    @Test
    void whoWaitedTooLongForAnothersClaimIsBusyAndDoesNotTryAgain() {
      node.store
          .before()
          .at(Statement.INSERT, 1, node.store.failure(StoreException.Kind.LOCK_TIMEOUT));
      KeyInProgressException busy =
          refused(KeyInProgressException.class, node.execute(call(), returning("done")));
      assertThat(busy.retryAfter()).contains(Duration.ofSeconds(1));
      assertThat(node.store.before().count(Statement.INSERT)).isEqualTo(1);
    }

    @Test
    void aLostClaimLeavesTheCallersTransactionAlive() {
      Fence fence = claimedByAnother();
      container.begin();
      refused(KeyInProgressException.class, node.execute(call(), returning("done")));
      refused(KeyMismatchException.class, node.execute(callWith(OTHER_REQUEST), returning("done")));
      finishedByAnother(fence, Outcome.value(new byte[] {1}));
      replayed(node.execute(call(), returning("done")));
      assertThat(container.state()).isEqualTo(State.ACTIVE);
      assertThat(container.commit()).isEqualTo(Transactions.End.COMMITTED);
    }
  }

  @Nested
  @DisplayName(
      "P13: a second connection beside an active transaction takes a permit for at most 1 s")
  class Permits {

    private final Gate first = new Gate();
    private final Gate second = new Gate();
    private final List<Future<Answer>> holding = new ArrayList<>();

    /** Two claims inside their callers' transactions, as many as the node has permits. */
    private void holdAllPermits() {
      int before = node.transactions.stage().count(Point.NEW_COMMITS);
      node.transactions.stage().at(Point.NEW_COMMITS, before + 1, first);
      node.transactions.stage().at(Point.NEW_COMMITS, before + 2, second);
      holding.add(onAnotherThread(() -> inCallersTransaction("held-1")));
      first.awaitArrival();
      holding.add(onAnotherThread(() -> inCallersTransaction("held-2")));
      second.awaitArrival();
    }

    private void releasePermits() throws Exception {
      first.open();
      second.open();
      for (Future<Answer> held : holding) {
        pending(result(held));
      }
    }

    @Test
    void withoutAPermitTheClaimIsRefusedAndOthersAreNot() throws Exception {
      holdAllPermits();
      refused(StoreUnavailableException.class, inCallersTransaction("key-3"));
      ranAndStored(node.execute(keyed("key-4", ActiveTransaction.CALLERS), returning("done")));
      releasePermits();
      pending(inCallersTransaction("key-5"));
    }

    @Test
    void aClaimAheadOfItsOwnTransactionNeedsNone() throws Exception {
      holdAllPermits();
      pending(inTransaction(keyed("key-3", ActiveTransaction.CALLS), returning("done")));
      pending(
          inTransaction(keyed("key-4", ActiveTransaction.CALLS_AND_SETTLED), returning("done")));
      releasePermits();
    }

    @Test
    void theReadAfterALostLeaseNeedsOne() throws Exception {
      Runnable replaced =
          () -> {
            letLeaseRunOut();
            takenByAnother();
            holdAllPermits();
          };
      Answer answer = inTransaction(callOfContainer(), returning("late").doing(replaced));
      refused(StoreUnavailableException.class, answer);
      releasePermits();
    }

    @Test
    void theUndoInACallersTransactionNeedsOneAndElseIsDoneElsewhere() throws Exception {
      TestWork work =
          throwing(new IllegalArgumentException()).refusedBeforeBody().doing(this::holdAllPermits);
      refused(StoreUnavailableException.class, inTransaction(call(), work));
      assertThat(find()).isPresent();
      node.runHandedOver();
      assertThat(find()).isEmpty();
      releasePermits();
    }

    @Test
    void theUndoAheadOfItsOwnTransactionNeedsNone() throws Exception {
      TestWork work =
          throwing(new IllegalArgumentException()).refusedBeforeBody().doing(this::holdAllPermits);
      pending(inTransaction(callOfContainer(), work));
      assertThat(find()).isEmpty();
      releasePermits();
    }

    private Answer inCallersTransaction(String key) {
      return inTransaction(keyed(key, ActiveTransaction.CALLERS), returning("done"));
    }

    private Answer inTransaction(Call call, TestWork work) {
      container.begin();
      try {
        return node.execute(call, work);
      } finally {
        container.commit();
      }
    }

    private Call keyed(String key, ActiveTransaction active) {
      Call call = call();
      return new Call(
          RecordIdentity.of("transfers.create", "alice", key),
          call.fingerprints(),
          call.operation(),
          active);
    }
  }
}
