// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.node.ServerKind;

/** The proofs on WildFly 39. */
final class WildFlyTransferIT extends TransferProof {

  WildFlyTransferIT() {
    super(ServerKind.WILDFLY);
  }
}
