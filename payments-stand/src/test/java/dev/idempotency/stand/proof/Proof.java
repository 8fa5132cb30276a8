// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.gateway.Call;
import dev.idempotency.stand.gateway.Charge;
import dev.idempotency.stand.node.Node;
import java.util.List;

/** What all proofs share: a stand with two nodes, on one of the servers. */
interface Proof {

  /** How long a claim is respected on the stand: time enough to kill a node and to ask another. */
  int STALE_AFTER_SECONDS = 8;

  Stand stand();

  default Node node(int number) {
    return stand().node(number);
  }

  default Books books() {
    return new Books(stand().postgres().dataSource());
  }

  default List<Charge> charges(Payment payment) {
    return stand().gateway().charges().stream()
        .filter(charge -> charge.accountNumber().equals(payment.account()))
        .toList();
  }

  /** The calls of this test: before each the gateway forgets those of others. */
  default List<Call> gatewayCalls() {
    return stand().gateway().log();
  }
}
