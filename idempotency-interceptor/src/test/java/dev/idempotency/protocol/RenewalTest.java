// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.protocol.FakeTransaction.Isolation;
import dev.idempotency.protocol.StagedLeases.Statement;
import dev.idempotency.protocol.StagedTransactions.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** P29 to P31: running calls keep their lease. */
class RenewalTest extends ProtocolFixture {

  private static final Duration TICK = STALE_AFTER.dividedBy(3);
  private static final Duration MOMENT = Duration.ofMillis(1);

  /** Lets time pass and then has the node's planned ticks run, as on a thread of the server. */
  private void tickAfter(Duration time) {
    clock.advance(time);
    tick();
  }

  private void tick() {
    elsewhere(
        () -> {
          node.ticks.run();
          return true;
        });
  }

  private <T> T elsewhere(Callable<T> work) {
    try {
      return result(onAnotherThread(work));
    } catch (Exception e) {
      throw new AssertionError("the other thread failed", e);
    }
  }

  private int renewals() {
    return node.leases.before().count(Statement.RENEW);
  }

  private void assertBusyElsewhere() {
    refused(
        KeyInProgressException.class,
        elsewhere(() -> otherNode.execute(call(), returning("second"))));
  }

  private Call callOf(String key) {
    Call call = call();
    return new Call(
        RecordIdentity.of("transfers.create", "alice", key),
        call.fingerprints(),
        call.operation(),
        call.activeTransaction());
  }

  @Nested
  @DisplayName("P29: calls that outlive the first tick are renewed")
  class Renewing {

    @Test
    void aCallShorterThanATickCostsNothing() {
      node.execute(call(), returning("short").doing(() -> tickAfter(TICK.minus(MOMENT))));
      int transactions = node.transactions.stage().count(Point.NEW_BEGINS);
      tickAfter(MOMENT);
      assertThat(renewals()).isZero();
      assertThat(node.transactions.stage().count(Point.NEW_BEGINS)).isEqualTo(transactions);
      assertThat(node.ticks.planned()).isZero();
    }

    @Test
    void shortCallsShareOnePlannedTick() {
      for (int i = 0; i < 100; i++) {
        node.execute(callOf("short " + i), returning("short"));
        clock.advance(Duration.ofMillis(50));
      }
      assertThat(node.ticks.delays()).containsExactly(TICK);
    }

    @Test
    void aCallOfManyTicksKeepsItsKeyBusyElsewhereAndFinishesOnce() {
      Runnable nineTicks =
          () -> {
            for (int tick = 1; tick <= 9; tick++) {
              tickAfter(TICK);
              assertThat(renewals()).isEqualTo(tick);
              assertBusyElsewhere();
            }
          };
      ranAndStored(node.execute(call(), returning("long").doing(nineTicks)));
      assertThat(rows).containsExactly("attempt 1");
      assertThat(body(replayed(otherNode.execute(call(), returning("second"))))).isEqualTo("long");
    }

    @Test
    void allThatAreDueAreRenewedByOneStatement() {
      Runnable ticks =
          () -> {
            tickAfter(TICK);
            tickAfter(TICK);
          };
      TestWork inner = returning("inner").doing(ticks);
      node.execute(
          callOf("outer"), returning("outer").doing(() -> node.execute(callOf("inner"), inner)));
      assertThat(renewals()).isEqualTo(2);
      assertThat(node.transactions.stage().count(Point.NEW_COMMITTED)).isEqualTo(2 + 2);
    }

    /** Calls that began apart are renewed together from their second renewal on. */
    @Test
    void callsThatBeganApartAreSoonRenewedTogether() {
      TestWork inner =
          returning("inner")
              .doing(
                  () -> {
                    for (int halfTick = 0; halfTick < 12; halfTick++) {
                      tickAfter(TICK.dividedBy(2));
                    }
                  });
      Runnable later =
          () -> {
            clock.advance(TICK.dividedBy(2));
            node.execute(callOf("inner"), inner);
          };
      node.execute(callOf("outer"), returning("outer").doing(later));
      assertThat(renewals()).isLessThanOrEqualTo(12);
      assertThat(node.ticks.delays()).allMatch(delay -> delay.compareTo(TICK.dividedBy(2)) >= 0);
    }

    @Test
    void anOwnerWithASnapshotOfItsOwnMayFinishAfterARenewal() {
      container.begin(Isolation.REPEATABLE_READ);
      Runnable seenThenRenewed =
          () -> {
            database.read(id);
            tickAfter(TICK);
            assertThat(renewals()).isOne();
          };
      node.execute(callOfContainer(), returning("done").doing(seenThenRenewed));
      assertThat(container.commit()).isEqualTo(Transactions.End.COMMITTED);
      assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void theWaitThatACallerIsToldIsOfTheRenewedLease() {
      List<Duration> waits = new ArrayList<>();
      Runnable nearTheEndOfTheFirstLease =
          () -> {
            tickAfter(TICK.multipliedBy(2));
            clock.advance(TICK.minus(MOMENT));
            Answer busy = elsewhere(() -> otherNode.execute(call(), returning("second")));
            waits.add(refused(KeyInProgressException.class, busy).retryAfter().orElseThrow());
          };
      node.execute(call(), returning("long").doing(nearTheEndOfTheFirstLease));
      assertThat(waits).containsExactly(RETRY_AFTER_MAX);
    }

    @Test
    void aRefusalBeforeTheBodyIsUndoneBehindARenewalThatIsUnderWay() throws Exception {
      Gate renewal = new Gate();
      node.leases.after().at(Statement.RENEW, 1, renewal);
      List<Future<Boolean>> ticks = new ArrayList<>();
      TestWork refused =
          throwing(new IllegalArgumentException())
              .refusedBeforeBody()
              .doing(
                  () -> {
                    clock.advance(TICK);
                    ticks.add(
                        onAnotherThread(
                            () -> {
                              node.ticks.run();
                              return true;
                            }));
                    renewal.awaitArrival();
                  });
      Future<Answer> call = onAnotherThread(() -> node.execute(call(), refused));
      ContractPart.assertStillWaiting(call);
      renewal.open();
      result(call);
      result(ticks.get(0));
      assertThat(find()).isEmpty();
    }
  }

  @Nested
  @DisplayName("P30: the lease is read by a second statement after the lock")
  class SecondRead {

    @Test
    void aTakerWhoSawADeadLeaseMeetsTheRenewal() {
      otherNode.store.before().at(StagedStore.Statement.LOCK, 1, RenewalTest.this::tick);
      Runnable late =
          () -> {
            letLeaseRunOut();
            assertBusyElsewhere();
            assertThat(renewals()).isOne();
          };
      ranAndStored(node.execute(call(), returning("owner's").doing(late)));
      assertThat(rows).containsExactly("attempt 1");
    }

    @Test
    void aTakeoverCostsOneStatementMore() {
      claimedByAnother();
      letLeaseRunOut();
      ranAndStored(node.execute(call(), returning("taker's")));
      assertThat(node.leases.before().count(Statement.LEFT)).isOne();
    }

    @Test
    void noOtherClaimReadsIt() {
      node.execute(call(), throwing(new IllegalStateException()));
      ranAndStored(node.execute(call(), returning("again")));
      clock.advance(RETENTION);
      ranAndStored(node.execute(call(), returning("next life")));
      replayed(node.execute(call(), returning("replay")));
      assertThat(node.leases.before().count(Statement.LEFT)).isZero();
    }
  }

  @Nested
  @DisplayName("P31: what the owner knows of its lease")
  class OwnersView {

    private final List<Boolean> confirmed = new ArrayList<>();

    /** Runs a call and notes whether its lease is confirmed after each step. */
    private void noteAfterEach(Runnable... steps) {
      TestWork work = returning("done");
      Runnable all =
          () -> {
            Attempt attempt = work.attempts.get(0);
            for (Runnable step : steps) {
              step.run();
              confirmed.add(attempt.hasConfirmedLease());
            }
          };
      node.execute(call(), work.doing(all));
    }

    @Test
    void itIsConfirmedAsLongAsTheLeaseThatWasClaimed() {
      noteAfterEach(
          () -> {}, () -> clock.advance(STALE_AFTER.minus(MOMENT)), () -> clock.advance(MOMENT));
      assertThat(confirmed).containsExactly(true, true, false);
    }

    @Test
    void aRenewalConfirmsItFromBeforeItWasSent() {
      Duration slow = Duration.ofSeconds(4);
      node.leases.before().at(Statement.RENEW, 1, () -> clock.advance(slow));
      noteAfterEach(
          () -> tickAfter(STALE_AFTER),
          () -> clock.advance(STALE_AFTER.minus(slow).minus(MOMENT)),
          () -> clock.advance(MOMENT));
      assertThat(confirmed).containsExactly(true, true, false);
    }

    @Test
    void aSkippedRowIsNoLostLeaseAndIsTriedAgain() {
      FakeTransaction[] other = new FakeTransaction[1];
      noteAfterEach(
          () -> {
            container.begin();
            assertThat(database.lock(id)).isPresent();
            other[0] = container.detach();
            tickAfter(TICK);
          },
          () -> {
            container.end(other[0]);
            tickAfter(TICK);
          },
          () -> clock.advance(STALE_AFTER.minus(MOMENT)));
      assertThat(renewals()).isEqualTo(2);
      assertThat(confirmed).containsExactly(true, true, true);
    }

    @Test
    void aLostLeaseIsNeverConfirmedAgain() {
      noteAfterEach(
          () -> {
            letLeaseRunOut();
            elsewhere(() -> takenByAnother());
            tick();
          },
          () -> tickAfter(TICK));
      assertThat(renewals()).isEqualTo(2);
      assertThat(confirmed).containsExactly(false, false);
    }

    @Test
    void aCommitThatNobodyAcknowledgedConfirmsNothing() {
      node.transactions
          .stage()
          .at(
              Point.NEW_COMMITTED,
              2,
              () -> {
                throw new StoreException(
                    StoreException.Kind.OTHER, "staged", new IllegalStateException());
              });
      noteAfterEach(() -> tickAfter(STALE_AFTER), () -> tickAfter(TICK));
      assertThat(confirmed).containsExactly(false, true);
      assertThat(node.renewals.failedTicks()).isOne();
    }
  }

  @Nested
  @DisplayName("P31: the longest run")
  class LongestRun {

    private void runTicks(Duration time) {
      for (Duration gone = Duration.ZERO; gone.compareTo(time) < 0; gone = gone.plus(TICK)) {
        tickAfter(TICK);
      }
    }

    @Test
    void afterItTheKeyIsLostToASuccessorAndTheRowsVanish() {
      Runnable hanging =
          () -> {
            runTicks(LONGEST_RUN);
            assertBusyElsewhere();
            runTicks(STALE_AFTER);
            ranAndStored(elsewhere(() -> otherNode.execute(call(), returning("successor's"))));
          };
      Answer answer = node.execute(call(), returning("zombie's").doing(hanging));
      assertThat(body(replayed(answer))).isEqualTo("successor's");
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void afterItTheCallMayStillFinishIfNobodyTookOver() {
      ranAndStored(
          node.execute(
              call(), returning("late").doing(() -> runTicks(LONGEST_RUN.plus(STALE_AFTER)))));
      assertThat(rows).hasSize(1);
    }
  }

  @Nested
  @DisplayName("P31: rows go with their call, the ticks end with the last")
  class Ends {

    private Optional<Duration> left(Fence fence) {
      return inNew(() -> database.leases().left(fence));
    }

    @Test
    void aRenewedLeaseIsDeletedWhenItHasRunOutAfterTheCall() {
      TestWork work = returning("long").doing(() -> tickAfter(TICK));
      node.execute(call(), work);
      Fence fence = work.attempts.get(0).fence();
      tickAfter(TICK);
      assertThat(left(fence)).isPresent();
      tickAfter(STALE_AFTER);
      tickAfter(TICK);
      assertThat(left(fence)).isEmpty();
      assertThat(node.ticks.planned()).isZero();
      assertThat(renewals()).isOne();
    }

    @Test
    void inACallersTransactionTheLeaseOutlastsTheCall() {
      container.begin();
      node.execute(call(), throwing(new IllegalStateException()).doing(() -> tickAfter(TICK)));
      tickAfter(STALE_AFTER.minus(MOMENT));
      assertThat(renewals()).isOne();
      assertBusyElsewhere();
      container.rollback();
      node.runHandedOver();
      assertThat(record().retryable()).isTrue();
    }

    @Test
    void straysAreLookedForWithARenewalOnceAnHour() {
      Runnable twoHours =
          () -> {
            for (int tick = 0; tick < 9; tick++) {
              tickAfter(TICK);
            }
          };
      node.execute(callOf("a"), returning("long").doing(twoHours));
      assertThat(node.leases.before().count(Statement.DELETE_STRAYS)).isOne();
      clock.advance(Duration.ofHours(1));
      node.execute(callOf("b"), returning("long").doing(twoHours));
      assertThat(node.leases.before().count(Statement.DELETE_STRAYS)).isEqualTo(2);
    }
  }

  @Nested
  @DisplayName("P31: a tick that fails ends nothing")
  class Failures {

    @Test
    void itIsCountedAndTheNextOneRenews() {
      node.transactions
          .stage()
          .at(
              Point.NEW_BEGINS,
              2,
              () -> {
                throw new StoreException(
                    StoreException.Kind.OTHER, "no connection", new IllegalStateException());
              });
      Runnable ticks =
          () -> {
            tickAfter(TICK);
            assertThat(renewals()).isZero();
            tickAfter(TICK);
            assertThat(renewals()).isOne();
          };
      ranAndStored(node.execute(call(), returning("long").doing(ticks)));
      assertThat(node.renewals.failedTicks()).isOne();
    }

    @Test
    void aServerThatTakesNoTaskLeavesTheCallToItsLease() {
      node.ticks.reject(true);
      ranAndStored(node.execute(callOf("a"), returning("done")));
      assertThat(node.renewals.failedTicks()).isOne();
      node.ticks.reject(false);
      node.execute(callOf("b"), returning("long").doing(() -> tickAfter(TICK)));
      assertThat(renewals()).isOne();
    }
  }
}
