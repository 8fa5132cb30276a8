// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import java.util.Locale;

/** The two sides of a double entry. */
enum Side {
  /** What the payer gives. */
  DEBIT,
  /** What the account gets. */
  CREDIT;

  /** Returns the side as clients read it. */
  String json() {
    return name().toLowerCase(Locale.ROOT);
  }
}
