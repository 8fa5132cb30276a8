// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.StagedStore.Statement;
import dev.idempotency.spi.CallResult;
import dev.idempotency.spi.Telemetry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each call is told once, as what it was. */
class MeasuredTest extends ProtocolFixture {

  private record Told(String operation, CallResult result, Duration took) {}

  private final List<Told> told = new ArrayList<>();
  private Measured measured;

  @BeforeEach
  void listen() {
    Telemetry listener = (operation, result, took) -> told.add(new Told(operation, result, took));
    measured = new Measured(node.protocol, List.of(listener), clock::nanoTime);
  }

  private List<CallResult> results() {
    return told.stream().map(Told::result).toList();
  }

  @Test
  void theFirstCallAndItsReplay() {
    measured.execute(call(), returning("done").doing(() -> clock.advance(Duration.ofMillis(300))));
    measured.execute(call(), returning("again"));
    assertThat(told)
        .containsExactly(
            new Told(call().operation().name(), CallResult.FIRST, Duration.ofMillis(300)),
            new Told(call().operation().name(), CallResult.REPLAY, Duration.ZERO));
  }

  @Test
  void aFailureAndTheAttemptAfterIt() {
    measured.execute(call(), throwing(new IllegalStateException("down")));
    measured.execute(call(), returning("done"));
    assertThat(results()).containsExactly(CallResult.FAILED, CallResult.AGAIN);
  }

  @Test
  void aRefusalThatIsFinalIsAnOutcome() {
    measured.execute(call(), declining());
    assertThat(results()).containsExactly(CallResult.FIRST);
  }

  @Test
  void aBusyKeyAnotherRequestAndATakeover() {
    claimedByAnother();
    measured.execute(call(), returning("x"));
    measured.execute(callWith(OTHER_REQUEST), returning("x"));
    letLeaseRunOut();
    measured.execute(call(), returning("x"));
    assertThat(results())
        .containsExactly(CallResult.BUSY, CallResult.MISMATCH, CallResult.TAKEOVER);
  }

  @Test
  void anOwnerThatLostItsLeaseIsNoReplay() {
    measured.execute(call(), returning("zombie's").doing(this::fasterSuccessor));
    assertThat(results()).containsExactly(CallResult.LEASE_LOST);
  }

  @Test
  void aStoreThatCannotBeReached() {
    node.store.before().at(Statement.INSERT, 1, StagedTransactions.failure());
    node.store.before().at(Statement.INSERT, 2, StagedTransactions.failure());
    node.store.before().at(Statement.INSERT, 3, StagedTransactions.failure());
    measured.execute(call(), returning("x"));
    assertThat(results()).containsExactly(CallResult.UNAVAILABLE);
  }

  @Test
  void inTheContainersTransactionTheCallIsToldWhenThatHasEnded() {
    container.begin();
    measured.execute(callOfContainer(), returning("done"));
    assertThat(told).isEmpty();
    container.commit();
    assertThat(results()).containsExactly(CallResult.FIRST);
    node.runHandedOver();
    assertThat(told).hasSize(1);
  }

  @Test
  void inTheContainersTransactionThatRollsBackTheCallIsToldWhenItIsSettled() {
    container.begin();
    measured.execute(callOfContainer(), returning("done"));
    container.rollback();
    assertThat(told).isEmpty();
    node.runHandedOver();
    assertThat(results()).containsExactly(CallResult.FAILED);
  }

  @Test
  void aListenerThatFailsChangesNothing() {
    Telemetry failing =
        (operation, result, took) -> {
          throw new IllegalStateException("no metrics today");
        };
    Measured unlucky = new Measured(node.protocol, List.of(failing), clock::nanoTime);
    assertThat(body(ranAndStored(unlucky.execute(call(), returning("done"))))).isEqualTo("done");
  }

  private void fasterSuccessor() {
    letLeaseRunOut();
    try {
      result(
          onAnotherThread(() -> ranAndStored(otherNode.execute(call(), returning("successor's")))));
    } catch (Exception e) {
      throw new AssertionError("the other thread failed", e);
    }
  }
}
