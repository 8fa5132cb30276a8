// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** One side of an entry. The two of one entry add up to zero. */
@Entity
@Table(name = "ledger_posting")
public class LedgerPosting {

  @Id private UUID id;

  @Column(name = "entry", updatable = false)
  private UUID entry;

  @Enumerated(EnumType.STRING)
  @Column(name = "side", updatable = false)
  private Side side;

  @Column(name = "account", updatable = false)
  private String account;

  /** Negative on the debit side. */
  @Column(name = "amount_in_cents", updatable = false)
  private long amountInCents;

  /** For the persistence provider, which sets every field afterwards. */
  @SuppressWarnings("NullAway.Init")
  protected LedgerPosting() {}

  LedgerPosting(UUID id, UUID entry, Side side, String account, long amountInCents) {
    this.id = id;
    this.entry = entry;
    this.side = side;
    this.account = account;
    this.amountInCents = amountInCents;
  }

  UUID id() {
    return id;
  }

  UUID entry() {
    return entry;
  }

  Side side() {
    return side;
  }

  String account() {
    return account;
  }

  long amountInCents() {
    return amountInCents;
  }
}
