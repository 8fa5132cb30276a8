// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.StandBuilder;
import dev.idempotency.stand.node.ServerKind;
import java.util.List;

/** Describes the stands of the proofs. */
final class Stands {

  /** Nodes that live for minutes don't pay for the second compiler. */
  private static final List<String> QUICK_START =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private Stands() {}

  /** A stand of which only tests end a gateway call, and not the slowness of a busy machine. */
  static StandBuilder of(ServerKind server) {
    return Stand.builder()
        .server(server)
        .jvmArguments(QUICK_START)
        .setting("payments.gateway.timeout", "PT90S");
  }
}
