// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.node.ServerKind;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Every proof of the sample's transfers, on one stand of one server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TransferProof implements AnswerProof, RaceProof, CrashProof, OutageProof {

  private static final int NODES = 2;

  /** Nodes that live for minutes don't pay for the second compiler. */
  private static final List<String> QUICK_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private final ServerKind server;
  private Stand stand;

  TransferProof(ServerKind server) {
    this.server = server;
  }

  @BeforeAll
  void startStand() {
    stand =
        Stand.builder()
            .server(server)
            .nodes(NODES)
            .jvmArguments(QUICK_START)
            .setting(
                "idempotency.operation.transfers.create.stale-after",
                "PT" + STALE_AFTER_SECONDS + "S")
            // Longer than any lease here: that a held call ends is up to the test.
            .setting("payments.gateway.timeout", "PT90S")
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
