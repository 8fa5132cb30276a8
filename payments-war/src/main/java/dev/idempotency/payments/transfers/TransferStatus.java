// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import java.util.Locale;

/** Where a transfer stands. */
enum TransferStatus {
  /** Asked for; whether the payer is charged is not known here yet. */
  RECORDED,
  /** Charged; the money is on its way. */
  SETTLED,
  /** The gateway declined the charge. */
  DECLINED;

  /** Returns the status as clients read it. */
  String json() {
    return name().toLowerCase(Locale.ROOT);
  }
}
