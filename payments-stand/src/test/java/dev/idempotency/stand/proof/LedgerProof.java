// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The sample's ledger entries: claim, entry and outcome in one transaction (P40). */
interface LedgerProof extends Proof {

  int LEDGER_ROUNDS = 10;
  int LEDGER_CALLERS = 16;

  @Test
  default void an_entry_is_booked_once_with_its_record() {
    Payment payment = Payment.fresh();
    Reply first = Client.ALICE.book(node(1), payment);
    assertThat(first.isFirstCreation()).as("%s", first).isTrue();
    assertThat(first.location())
        .containsExactly("/payments/api/ledger-entries/" + first.member("/entry_id"));
    for (int number = 1; number <= 2; number++) {
      Reply again = Client.ALICE.book(node(number), payment);
      assertThat(again.isReplay()).as("%s", again).isTrue();
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.location()).isEqualTo(first.location());
    }
    assertThat(books().entries(payment)).isOne();
    assertThat(books().entriesOfTheirRecordsTransaction(payment)).isOne();
    assertThat(charges(payment)).isEmpty();
    Reply other = Client.ALICE.book(node(2), payment.withAmount("10001"));
    assertThat(other.status()).as("%s", other).isEqualTo(422);
  }

  @Test
  default void of_simultaneous_posts_of_one_key_one_is_booked() {
    for (int round = 1; round <= LEDGER_ROUNDS; round++) {
      Payment payment = Payment.fresh();
      List<Reply> replies =
          Together.call(LEDGER_CALLERS, i -> Client.ALICE.book(node(1 + i % 2), payment));
      assertThat(replies).as("round %d", round).filteredOn(Reply::isFirstCreation).hasSize(1);
      assertThat(replies)
          .as("round %d", round)
          .filteredOn(reply -> !reply.isFirstCreation())
          .allMatch(reply -> reply.isReplay() || (reply.status() == 409 && reply.isProblem()));
      assertThat(books().entries(payment)).as("round %d", round).isOne();
    }
  }

  @Test
  default void a_refused_entry_leaves_its_key_free() {
    Payment payment = Payment.fresh();
    Reply refused = Client.ALICE.book(node(1), payment.withAmount("0"));
    assertThat(refused.status()).as("%s", refused).isEqualTo(400);
    assertThat(Client.ALICE.book(node(2), payment).isFirstCreation()).isTrue();
  }
}
