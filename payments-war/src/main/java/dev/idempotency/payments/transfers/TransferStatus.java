// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import java.util.Locale;

/** Where a transfer stands. */
enum TransferStatus {
  /** Charged; the money is on its way. */
  SETTLED;

  /** Returns the status as clients read it. */
  String json() {
    return name().toLowerCase(Locale.ROOT);
  }
}
