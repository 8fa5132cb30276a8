// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.gateway.Behaviour;
import dev.idempotency.stand.node.ServerKind;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A node whose data source has one connection: no path of the protocol may wait for a second. */
final class PoolOfOneIT {

  private static final int CALLERS = 25;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @EnumSource(names = {"PAYARA_MICRO_6", "WILDFLY"})
  void one_connection_is_enough_for_many_callers(ServerKind server) {
    try (Stand stand =
        Stands.of(server)
            .poolSize(1)
            .setting("idempotency.operation.transfers.create.stale-after", "PT2S")
            .setting("idempotency.operation.transfers.create.longest-run", "PT2S")
            .start()) {
      creations(stand);
      refusalsBeforeTheBody(stand);
      declined(stand);
      lateOwner(stand);
    }
  }

  private static void creations(Stand stand) {
    List<Payment> payments = fresh();
    List<Reply> replies = postAll(stand, payments);
    assertThat(replies).allMatch(Reply::isFirstCreation);
    assertThat(replies).extracting(Reply::transferId).doesNotHaveDuplicates();
    assertThat(stand.gateway().charges()).hasSize(CALLERS);
  }

  /** Their claims are undone. */
  private static void refusalsBeforeTheBody(Stand stand) {
    List<Payment> payments = fresh();
    List<Payment> invalid = payments.stream().map(payment -> payment.withAmount("0")).toList();
    assertThat(postAll(stand, invalid)).extracting(Reply::status).containsOnly(400);
    assertThat(postAll(stand, payments)).allMatch(Reply::isFirstCreation);
  }

  /** Their transactions are rolled back or not, as the application says; the refusal is final. */
  private static void declined(Stand stand) {
    stand.gateway().behave(Behaviour.answering(402));
    List<Payment> payments = fresh();
    assertThat(postAll(stand, payments)).extracting(Reply::status).containsOnly(402);
    stand.gateway().behave(Behaviour.NORMAL);
    assertThat(postAll(stand, payments)).allMatch(Reply::isReplay);
  }

  /** Its outcome is refused, and it is answered with its successor's. */
  private static void lateOwner(Stand stand) {
    stand.gateway().reset();
    stand.gateway().behave(Behaviour.holding().times(1));
    Payment payment = Payment.fresh();
    var late = Client.ALICE.postLater(stand.node(1), payment);
    await().atMost(PATIENCE).until(() -> stand.gateway().log().size() == 1);
    Books books = new Books(stand.postgres().dataSource());
    await().atMost(PATIENCE).until(() -> books.newest().isLeaseDead());
    Reply successor = Client.ALICE.post(stand.node(1), payment);
    assertThat(successor.isFirstCreation()).as("%s", successor).isTrue();
    stand.gateway().behave(Behaviour.NORMAL);
    Reply answerOfTheLate = late.orTimeout(PATIENCE.toSeconds(), SECONDS).join();
    assertThat(answerOfTheLate.isReplay()).as("%s", answerOfTheLate).isTrue();
    assertThat(answerOfTheLate.body()).isEqualTo(successor.body());
    assertThat(stand.gateway().charges()).hasSize(1);
  }

  private static List<Payment> fresh() {
    return Stream.generate(Payment::fresh).limit(CALLERS).toList();
  }

  private static List<Reply> postAll(Stand stand, List<Payment> payments) {
    return Together.call(CALLERS, i -> Client.ALICE.post(stand.node(1), payments.get(i)));
  }
}
