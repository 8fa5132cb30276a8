// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * An interrupted thread's call ends like any other, on a store that, like every pool of
 * connections, refuses interrupted threads; and the thread stays interrupted.
 */
class InterruptionTest extends ProtocolFixture {

  private static void interrupt() {
    Thread.currentThread().interrupt();
  }

  @AfterEach
  void leaveNoTrace() {
    Thread.interrupted();
  }

  private static void assertStillInterrupted() {
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void aMethodThatLeavesItsThreadInterruptedKeepsItsOutcome() {
    Outcome outcome =
        ranAndStored(node.execute(call(), returning("done").doing(InterruptionTest::interrupt)));
    assertThat(body(outcome)).isEqualTo("done");
    assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    assertStillInterrupted();
  }

  @Test
  void whatRolledBackIsMarkedAllTheSame() {
    TestWork work =
        returning("done")
            .doing(
                () -> {
                  interrupt();
                  container.setRollbackOnly();
                });
    refused(RolledBackException.class, node.execute(call(), work));
    assertThat(record().retryable()).isTrue();
    assertStillInterrupted();
  }

  @Test
  void aRefusalThatRolledBackIsKept() {
    TestWork work = declining().rollingBack(true).doing(InterruptionTest::interrupt);
    ranAndStored(node.execute(call(), work));
    assertThat(record().isFinal()).isTrue();
    assertStillInterrupted();
  }

  @Test
  void aRefusalBeforeTheBodyGivesTheClaimBack() {
    node.execute(call(), declining().refusedBeforeBody().doing(InterruptionTest::interrupt));
    assertThat(find()).isEmpty();
    assertStillInterrupted();
  }

  @Test
  void inTheContainersTransactionItIsWrittenAndSettledToo() {
    container.begin();
    Attempt attempt =
        pending(
            node.execute(callOfContainer(), returning("done").doing(InterruptionTest::interrupt)));
    container.commit();
    ranAndStored(node.protocol.settle(attempt));
    assertThat(state()).isEqualTo(RecordState.SUCCEEDED);
    assertStillInterrupted();
  }

  @Test
  void aCallerThatIsInterruptedIsServedAndItsMethodSeesIt() {
    interrupt();
    ranAndStored(
        node.execute(call(), returning("done").doing(InterruptionTest::assertStillInterrupted)));
    assertStillInterrupted();
  }

  @Test
  void whoIsInterruptedDoesNotWaitForAnothersSettlement() throws Exception {
    container.begin();
    Attempt attempt = pending(node.execute(callSettledAfterwards(), returning("done")));
    container.rollback();
    Gate settling = new Gate();
    node.store.before().at(StagedStore.Statement.MARK_RETRYABLE, 1, settling);
    Future<Answer> other = onAnotherThread(() -> node.protocol.settle(attempt));
    settling.awaitArrival();
    interrupt();
    refused(StoreUnavailableException.class, node.protocol.settle(attempt));
    assertThat(Thread.interrupted()).isTrue();
    settling.open();
    Answer settled = result(other);
    assertThat(node.protocol.settle(attempt)).isSameAs(settled);
  }
}
