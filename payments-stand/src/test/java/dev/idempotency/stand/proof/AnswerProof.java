// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.stand.gateway.Behaviour;
import dev.idempotency.stand.gateway.Call;
import org.junit.jupiter.api.Test;

/** What callers are answered, one after another. */
interface AnswerProof extends Proof {

  @Test
  default void the_same_again_is_answered_with_the_same_bytes_by_either_node() {
    Payment payment = Payment.fresh();
    Reply first = Client.ALICE.post(node(1), payment);
    assertThat(first.isFirstCreation()).as("%s", first).isTrue();
    assertThat(first.location()).containsExactly("/payments/api/transfers/" + first.transferId());
    for (int number = 1; number <= 2; number++) {
      assertIsReplay(Client.ALICE.post(node(number), payment), first);
    }
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().transfers(payment)).isEqualTo(1);
    assertThat(books().recorded(payment)).isEqualTo(1);
  }

  @Test
  default void both_spellings_of_the_header_are_one_key() {
    Payment payment = Payment.fresh();
    Reply first = Client.ALICE.post(node(1), payment.key(), payment);
    assertThat(first.isFirstCreation()).as("%s", first).isTrue();
    assertIsReplay(Client.ALICE.post(node(2), '"' + payment.key() + '"', payment), first);
    assertThat(charges(payment)).hasSize(1);
  }

  @Test
  default void another_payment_under_the_same_key_is_refused() {
    Payment payment = Payment.fresh();
    Reply first = Client.ALICE.post(node(1), payment);
    Reply other = Client.ALICE.post(node(2), payment.withAmount("10001"));
    assertThat(other.status()).as("%s", other).isEqualTo(422);
    assertThat(other.isProblem()).isTrue();
    assertIsReplay(Client.ALICE.post(node(1), payment), first);
    assertThat(charges(payment)).hasSize(1);
  }

  @Test
  default void a_refused_payment_leaves_its_key_free() {
    Payment payment = Payment.fresh();
    int records = books().records();
    Reply refused = Client.ALICE.post(node(1), payment.withAmount("-1"));
    assertThat(refused.status()).as("%s", refused).isEqualTo(400);
    assertThat(refused.isProblem()).isTrue();
    assertThat(refused.body()).contains("amount_in_cents");
    assertThat(books().records()).isEqualTo(records);
    Reply corrected = Client.ALICE.post(node(1), payment);
    assertThat(corrected.isFirstCreation()).as("%s", corrected).isTrue();
  }

  @Test
  default void a_transfer_without_a_key_is_refused() {
    Payment payment = Payment.fresh();
    Reply refused = Client.ALICE.post(node(1), null, payment);
    assertThat(refused.status()).as("%s", refused).isEqualTo(400);
    assertThat(refused.isProblem()).isTrue();
    assertNothingHappened(payment);
  }

  @Test
  default void the_same_key_of_another_caller_is_another_transfer() {
    Payment payment = Payment.fresh();
    Reply ofAlice = Client.ALICE.post(node(1), payment);
    Reply ofBob = Client.BOB.post(node(1), payment);
    assertThat(ofAlice.isFirstCreation()).as("%s", ofAlice).isTrue();
    assertThat(ofBob.isFirstCreation()).as("%s", ofBob).isTrue();
    assertThat(ofBob.transferId()).isNotEqualTo(ofAlice.transferId());
    assertIsReplay(Client.ALICE.post(node(2), payment), ofAlice);
    assertIsReplay(Client.BOB.post(node(2), payment), ofBob);
    assertThat(charges(payment)).hasSize(2);
  }

  @Test
  default void nobody_gets_in_without_credentials() {
    Payment payment = Payment.fresh();
    int records = books().records();
    Reply refused = Client.NOBODY.post(node(1), payment);
    assertThat(refused.status()).as("%s", refused).isEqualTo(401);
    assertThat(books().records()).isEqualTo(records);
    assertNothingHappened(payment);
  }

  @Test
  default void a_decline_is_final() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.answering(402).times(1));
    Reply declined = Client.ALICE.post(node(1), payment);
    assertThat(declined.status()).as("%s", declined).isEqualTo(402);
    assertThat(declined.isReplay()).isFalse();
    Reply again = Client.ALICE.post(node(2), payment);
    assertThat(again.status()).as("%s", again).isEqualTo(402);
    assertThat(again.isReplay()).isTrue();
    assertThat(again.body()).isEqualTo(declined.body());
    assertThat(gatewayCalls()).hasSize(1);
    assertThat(books().transfers(payment)).isZero();
  }

  @Test
  default void a_failed_gateway_is_called_again_under_the_same_child_key() {
    Payment payment = Payment.fresh();
    stand().gateway().behave(Behaviour.answering(503).times(1));
    Reply failed = Client.ALICE.post(node(1), payment);
    assertThat(failed.status()).as("%s", failed).isEqualTo(503);
    assertThat(failed.isProblem()).isTrue();
    assertThat(failed.retryAfter()).isPositive();
    assertThat(books().transfers(payment)).isZero();
    Reply retried = Client.ALICE.post(node(2), payment);
    assertThat(retried.isFirstCreation()).as("%s", retried).isTrue();
    assertThat(gatewayCalls()).hasSize(2).extracting(Call::key).doesNotContainNull();
    assertThat(gatewayCalls()).extracting(Call::key).containsOnly(gatewayCalls().get(0).key());
    assertThat(charges(payment)).hasSize(1);
    assertThat(books().transfers(payment)).isEqualTo(1);
    assertThat(books().recorded(payment)).isEqualTo(1);
  }

  @Test
  default void the_settled_transfer_and_its_step_are_of_one_transaction() {
    Payment payment = Payment.fresh();
    Reply first = Client.ALICE.post(node(1), payment);
    assertThat(first.isFirstCreation()).as("%s", first).isTrue();
    assertThat(books().transfersOfTheirStepsTransaction(payment)).isEqualTo(1);
  }

  private void assertNothingHappened(Payment payment) {
    assertThat(gatewayCalls()).isEmpty();
    assertThat(books().recorded(payment)).isZero();
  }

  private static void assertIsReplay(Reply reply, Reply first) {
    assertThat(reply.status()).as("%s", reply).isEqualTo(first.status());
    assertThat(reply.isReplay()).as("%s", reply).isTrue();
    assertThat(reply.body()).isEqualTo(first.body());
    assertThat(reply.location()).isEqualTo(first.location());
    assertThat(reply.header("Content-Type")).isEqualTo(first.header("Content-Type"));
  }
}
