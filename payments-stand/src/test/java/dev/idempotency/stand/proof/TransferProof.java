// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.node.ServerKind;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Every proof of the sample's transfers, on one stand of one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransferProof
    implements AnswerProof, LedgerProof, RaceProof, CrashProof, OutageProof, OperatorProof {

  private static final int NODES = 2;

  private final ServerKind server;
  private Stand stand;

  TransferProof(ServerKind server) {
    this.server = server;
  }

  @BeforeAll
  void startStand() {
    stand =
        Stands.of(server)
            .nodes(NODES)
            .setting(
                "idempotency.operation.transfers.create.stale-after",
                "PT" + STALE_AFTER_SECONDS + "S")
            // Else no living owner would be slower than its lease.
            .setting(
                "idempotency.operation.transfers.create.longest-run",
                "PT" + STALE_AFTER_SECONDS + "S")
            .start();
  }

  @AfterAll
  void endStand() {
    if (stand != null) {
      stand.close();
    }
  }

  @BeforeEach
  void forgetOtherTests() {
    stand.gateway().reset();
  }

  @Override
  public Stand stand() {
    return stand;
  }
}
