// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.gateway.Call;
import dev.idempotency.stand.node.Node;
import java.util.List;

/** What is broken off: one operation of each protocol. */
enum CrashSubject {
  /** Three steps, one of them outside. */
  TRANSFER("PHASES") {
    @Override
    Reply send(Node node, Payment payment) {
      return Client.ALICE.post(node, payment);
    }

    @Override
    void assertHappenedOnce(Stand stand, Payment payment) {
      Books books = new Books(stand.postgres().dataSource());
      assertThat(books.transfers(payment)).as("settled transfers").isOne();
      assertThat(books.recorded(payment)).as("recorded transfers").isOne();
      assertThat(books.transfersOfTheirStepsTransaction(payment)).as("with their step").isOne();
      List<String> keys = stand.gateway().log().stream().map(Call::key).distinct().toList();
      assertThat(keys).as("keys at the gateway").hasSize(1).doesNotContainNull();
      assertThat(stand.gateway().charges()).as("charges").hasSize(1);
    }
  },

  /** Claim, work with outcome, in the container's transaction. */
  EJB_BOOKING("TWO_TRANSACTIONS") {
    @Override
    Reply send(Node node, Payment payment) {
      return Client.ALICE.post(node, payment, "/api/ejb-bookings");
    }

    @Override
    void assertHappenedOnce(Stand stand, Payment payment) {
      assertBookedOnce(stand, payment);
    }
  },

  /** The same in a transaction that the library begins. */
  CDI_BOOKING("TWO_TRANSACTIONS") {
    @Override
    Reply send(Node node, Payment payment) {
      return Client.ALICE.post(node, payment, "/api/cdi-bookings");
    }

    @Override
    void assertHappenedOnce(Stand stand, Payment payment) {
      assertBookedOnce(stand, payment);
    }
  },

  /** Claim, entry and outcome in one transaction. */
  LEDGER_ENTRY("SINGLE_TRANSACTION") {
    @Override
    Reply send(Node node, Payment payment) {
      return Client.ALICE.book(node, payment);
    }

    @Override
    void assertHappenedOnce(Stand stand, Payment payment) {
      Books books = new Books(stand.postgres().dataSource());
      assertThat(books.entries(payment)).as("entries").isOne();
      assertThat(books.entriesOfTheirRecordsTransaction(payment)).as("with their record").isOne();
      assertThat(stand.gateway().charges()).as("charges").isEmpty();
    }
  };

  private final String protocol;

  CrashSubject(String protocol) {
    this.protocol = protocol;
  }

  private static void assertBookedOnce(Stand stand, Payment payment) {
    Books books = new Books(stand.postgres().dataSource());
    assertThat(books.bookings(payment)).as("bookings").isOne();
    assertThat(books.entriesOfTheirRecordsTransaction(payment)).as("with their record").isOne();
    assertThat(stand.gateway().charges()).as("charges").isEmpty();
  }

  abstract Reply send(Node node, Payment payment);

  /** One business effect, and record and rows agree. */
  abstract void assertHappenedOnce(Stand stand, Payment payment);

  @Override
  public String toString() {
    return name() + " (" + protocol + ")";
  }
}
