// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.gateway.Behaviour;
import dev.idempotency.stand.node.ServerKind;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An operation whose duplicates wait for the outcome instead of being refused (P43). */
final class WaitIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration A_WHILE = Duration.ofSeconds(1);
  private static final String SETTING = "idempotency.operation.transfers.create.";

  @ParameterizedTest
  @EnumSource(names = {"PAYARA_MICRO_6", "WILDFLY"})
  void a_duplicate_waits_for_the_outcome_of_another_node(ServerKind server) {
    try (Stand stand =
        Stands.of(server)
            .nodes(2)
            .setting(SETTING + "when-busy", "wait")
            .setting(SETTING + "wait-bound", "PT2M")
            .setting(SETTING + "stale-after", "PT5M")
            .start()) {
      Payment payment = Payment.fresh();
      stand.gateway().behave(Behaviour.holding());
      var first = Client.ALICE.postLater(stand.node(1), payment);
      await().atMost(PATIENCE).until(() -> stand.gateway().log().size() == 1);
      var second = Client.ALICE.postLater(stand.node(2), payment);
      await().during(A_WHILE).atMost(PATIENCE).until(() -> !second.isDone());

      Reply mismatch = Client.ALICE.post(stand.node(2), payment.withAmount("1"));
      assertThat(mismatch.status()).as("%s", mismatch).isEqualTo(422);

      stand.gateway().behave(Behaviour.NORMAL);
      Reply created = first.orTimeout(PATIENCE.toSeconds(), SECONDS).join();
      Reply waited = second.orTimeout(PATIENCE.toSeconds(), SECONDS).join();
      assertThat(created.isFirstCreation()).as("%s", created).isTrue();
      assertThat(waited.isReplay()).as("%s", waited).isTrue();
      assertThat(waited.body()).isEqualTo(created.body());
      assertThat(stand.gateway().charges()).hasSize(1);
    }
  }
}
