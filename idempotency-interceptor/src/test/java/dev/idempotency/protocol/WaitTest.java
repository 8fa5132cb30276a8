// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** P43: a call of a busy record waits for its outcome, up to a bound. */
@DisplayName("P43: waiting for a busy record")
class WaitTest extends ProtocolFixture {

  private static final int MAX_WAITERS = 16;
  private static final int PATIENCE_SECONDS = 10;

  private final List<Duration> pauses = new ArrayList<>();

  /** Something happens in the nth pause; time passes in each. */
  private void inPause(int nth, Runnable action) {
    node.whileWaiting(
        duration -> {
          pauses.add(duration);
          clock.advance(duration);
          if (pauses.size() == nth) {
            action.run();
          }
        });
  }

  @Test
  void theOutcomeOfAnOwnerOnAnotherNodeIsTheAnswer() {
    Fence fence = claimedByAnother();
    inPause(3, () -> finishedByAnother(fence, Outcome.value(new byte[] {1})));
    TestWork work = returning("done");
    replayed(node.execute(waiting(call()), work));
    assertThat(work.runs()).isZero();
    assertThat(pauses).hasSize(3);
  }

  @Test
  void aKeyThatWasGivenBackMeanwhileIsClaimed() {
    Fence fence = claimedByAnother();
    inPause(2, () -> inNew(() -> database.markRetryable(fence, Retention.of(RETENTION))));
    ranAndStored(node.execute(waiting(call()), returning("done")));
    assertThat(rows).containsExactly("attempt 2");
  }

  @Test
  void anOwnerWhoseLeaseEndsMeanwhileIsReplaced() {
    claimedByAnother();
    inPause(2, this::letLeaseRunOut);
    ranAndStored(node.execute(waiting(call()), returning("done")));
    assertThat(rows).containsExactly("attempt 2");
  }

  @Test
  void afterTheBoundTheCallIsRefusedAsAnyOther() {
    claimedByAnother();
    inPause(0, () -> {});
    KeyInProgressException busy =
        refused(KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
    assertThat(busy.retryAfter()).isPresent();
    assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus)).isEqualTo(WAIT_BOUND);
    assertThat(pauses.get(0)).isEqualTo(Duration.ofMillis(20));
    assertThat(pauses).allMatch(pause -> pause.compareTo(Duration.ofMillis(250)) <= 0);
  }

  @Test
  void whoDoesNotWaitIsRefusedAtOnce() {
    claimedByAnother();
    inPause(0, () -> {});
    refused(KeyInProgressException.class, node.execute(call(), returning("done")));
    assertThat(pauses).isEmpty();
  }

  @Test
  void anotherRequestUnderTheKeyIsToldAtOnce() {
    claimedByAnother();
    inPause(0, () -> {});
    refused(
        KeyMismatchException.class,
        node.execute(waiting(callWith(OTHER_REQUEST)), returning("done")));
    assertThat(pauses).isEmpty();
  }

  @Test
  void noTransactionIsOpenMeanwhile() {
    claimedByAnother();
    List<Transactions.State> states = new ArrayList<>();
    node.whileWaiting(
        duration -> {
          states.add(container.state());
          assertThat(inNew(() -> database.lock(id))).isPresent();
          clock.advance(duration);
        });
    refused(KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
    assertThat(states).isNotEmpty().containsOnly(Transactions.State.NONE);
  }

  @Test
  void insideACallersTransactionNobodyWaits() {
    claimedByAnother();
    inPause(0, () -> {});
    container.begin();
    refused(KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
    container.rollback();
    assertThat(pauses).isEmpty();
  }

  @Test
  void insideATransactionThatTheContainerBeganForItACallWaits() {
    Fence fence = claimedByAnother();
    inPause(1, () -> finishedByAnother(fence, Outcome.value(new byte[] {1})));
    container.begin();
    replayed(node.execute(waiting(callOfContainer()), returning("done")));
    container.rollback();
  }

  @Test
  void anInterruptedWaiterIsRefusedAndStaysInterrupted() throws Exception {
    claimedByAnother();
    node.whileWaiting(
        duration -> {
          throw new InterruptedException();
        });
    Future<Boolean> interrupted =
        onAnotherThread(
            () -> {
              refused(
                  KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
              return Thread.currentThread().isInterrupted();
            });
    assertThat(result(interrupted)).isTrue();
  }

  @Test
  void atMostSixteenCallsOfAnOperationWaitOnANode() throws Exception {
    claimedByAnother();
    CountDownLatch bound = new CountDownLatch(1);
    Semaphore waits = new Semaphore(0);
    node.whileWaiting(
        duration -> {
          waits.release();
          bound.await();
          clock.advance(WAIT_BOUND);
        });
    List<Future<Answer>> waiters = new ArrayList<>();
    for (int i = 0; i < MAX_WAITERS; i++) {
      waiters.add(onAnotherThread(() -> node.execute(waiting(call()), returning("done"))));
    }
    assertThat(waits.tryAcquire(MAX_WAITERS, PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    refused(KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
    assertThat(waits.availablePermits()).isZero();
    bound.countDown();
    for (Future<Answer> waiter : waiters) {
      result(waiter);
    }
  }

  @Test
  void thePlaceOfAWaiterIsFreeAfterwards() {
    claimedByAnother();
    node.whileWaiting(
        duration -> {
          pauses.add(duration);
          throw new InterruptedException();
        });
    for (int i = 0; i <= MAX_WAITERS; i++) {
      refused(KeyInProgressException.class, node.execute(waiting(call()), returning("done")));
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(pauses).hasSize(MAX_WAITERS + 1);
  }
}
