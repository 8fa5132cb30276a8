// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.gateway.Behaviour;
import dev.idempotency.stand.gateway.Call;
import dev.idempotency.stand.node.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners that die, or are late, while the gateway keeps them waiting. */
interface CrashProof extends Proof {

  int ROUNDS = Integer.getInteger("proof.kill.rounds", 3);
  int RETRY_AFTER_MAX_SECONDS = 5;
  Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  default void a_killed_owner_is_succeeded_after_its_lease_and_charges_once() {
    for (int round = 1; round <= ROUNDS; round++) {
      stand().gateway().reset();
      // Each node has its turn as the victim.
      killAndRetry(node(1 + round % 2), node(2 - round % 2));
    }
  }

  private void killAndRetry(Node victim, Node survivor) {
    Payment payment = Payment.fresh();
    int starts = victim.starts();
    stand().gateway().behave(Behaviour.holding());
    var lost = Client.ALICE.postLater(victim, payment);
    awaitCalls(1);
    victim.kill9();
    assertThat(lost).failsWithin(PATIENCE);

    assertIsBusyUntilTheLeaseEnds(survivor, payment);
    assertThat(gatewayCalls()).hasSize(1);

    stand().gateway().behave(Behaviour.NORMAL);
    await().atMost(PATIENCE).until(() -> books().newest().isLeaseDead());
    Reply successor = Client.ALICE.post(survivor, payment);
    assertThat(successor.isFirstCreation()).as("%s", successor).isTrue();
    assertHappenedOnce(payment);

    victim.awaitReady();
    assertThat(victim.starts()).isEqualTo(starts + 1);
    Reply replay = Client.ALICE.post(victim, payment);
    assertThat(replay.isReplay()).as("%s", replay).isTrue();
    assertThat(replay.body()).isEqualTo(successor.body());
  }

  private void assertIsBusyUntilTheLeaseEnds(Node survivor, Payment payment) {
    long before = books().newest().leaseLeftMillis();
    Reply busy = Client.ALICE.post(survivor, payment);
    long after = books().newest().leaseLeftMillis();
    assertThat(busy.status()).as("lease left %d ms: %s", before, busy).isEqualTo(409);
    assertThat(busy.isProblem()).isTrue();
    assertThat(busy.retryAfter())
        .as("lease left %d to %d ms", after, before)
        .isBetween(expectedRetryAfter(after), expectedRetryAfter(before));
  }

  private static int expectedRetryAfter(long leaseLeftMillis) {
    int seconds = (int) Math.ceil(leaseLeftMillis / 1000.0);
    return Math.max(1, Math.min(RETRY_AFTER_MAX_SECONDS, seconds));
  }

  @Test
  default void an_owner_slower_than_its_lease_gives_way_to_its_successor() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.holding().times(1));
    var late = Client.ALICE.postLater(node(1), payment);
    awaitCalls(1);
    await().atMost(PATIENCE).until(() -> books().newest().isLeaseDead());

    Reply successor = Client.ALICE.post(node(2), payment);
    assertThat(successor.isFirstCreation()).as("%s", successor).isTrue();
    assertThat(late).isNotDone();
    stand().gateway().behave(Behaviour.NORMAL);
    Reply answerOfTheLate = late.orTimeout(PATIENCE.toSeconds(), SECONDS).join();

    assertIsTheSameTransferOrBusy(answerOfTheLate, successor);
    assertHappenedOnce(payment);
    assertThat(books().newest().attempt()).isEqualTo(2);
    assertThat(books().newest().body()).isEqualTo(successor.body());
    assertThat(books().transfersOfTheirStepsTransaction(payment)).isEqualTo(1);
    Reply replay = Client.ALICE.post(node(1), payment);
    assertThat(replay.body()).isEqualTo(successor.body());
  }

  private static void assertIsTheSameTransferOrBusy(Reply late, Reply successor) {
    if (late.status() == 409) {
      assertThat(late.retryAfter()).isPositive();
    } else {
      assertThat(late.status()).as("%s", late).isEqualTo(201);
      assertThat(late.body()).isEqualTo(successor.body());
    }
  }

  /** Two calls of the gateway under one key, one charge, one row. */
  private void assertHappenedOnce(Payment payment) {
    List<Call> calls = gatewayCalls();
    assertThat(calls).hasSize(2).extracting(Call::key).doesNotContainNull();
    assertThat(calls.get(1).key()).isEqualTo(calls.get(0).key());
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().transfers(payment)).isEqualTo(1);
    assertThat(books().recorded(payment)).isEqualTo(1);
  }

  private void awaitCalls(int count) {
    await().atMost(PATIENCE).until(() -> gatewayCalls().size() == count);
  }
}
