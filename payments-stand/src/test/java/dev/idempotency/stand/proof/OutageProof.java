// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.node.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A database that is away for a while. */
interface OutageProof extends Proof {

  Duration RECOVERY = Duration.ofSeconds(60);

  @Test
  default void without_a_database_nothing_runs_and_with_it_again_all_goes_on() {
    Payment payment = Payment.fresh();
    List<Integer> starts = stand().nodes().stream().map(Node::starts).toList();
    stand().postgres().stop();
    try {
      for (Node node : stand().nodes()) {
        Reply refused = Client.ALICE.post(node, payment);
        assertThat(refused.status()).as("%s", refused).isEqualTo(503);
        assertThat(refused.isProblem()).as("%s", refused).isTrue();
        assertThat(refused.retryAfter()).isPositive();
      }
    } finally {
      stand().postgres().start();
    }
    assertThat(gatewayCalls()).isEmpty();
    assertThat(books().transfers(payment)).isZero();

    for (Node node : stand().nodes()) {
      await().atMost(RECOVERY).until(() -> Client.ALICE.post(node, payment).status() == 201);
    }
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().transfers(payment)).isEqualTo(1);
    assertThat(stand().nodes()).extracting(Node::starts).isEqualTo(starts);
  }
}
