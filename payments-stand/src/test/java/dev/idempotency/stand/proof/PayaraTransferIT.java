// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.node.ServerKind;

/** The proofs on Payara Micro 6. */
final class PayaraTransferIT extends TransferProof {

  PayaraTransferIT() {
    super(ServerKind.PAYARA_MICRO_6);
  }
}
