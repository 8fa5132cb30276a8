// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/** A booked payment, as it was asked for; its two postings say what moved. */
@Entity
@Table(name = "ledger_entry")
public class LedgerEntry {

  @Id private UUID id;

  @Column(name = "owner", updatable = false)
  private String owner;

  @Column(name = "payer_name", updatable = false)
  private String payerName;

  @Column(name = "payer_document", updatable = false)
  private String payerDocument;

  @Column(name = "amount_in_cents", updatable = false)
  private long amountInCents;

  @Column(name = "bank_code", updatable = false)
  private String bankCode;

  @Column(name = "branch_number", updatable = false)
  private String branchNumber;

  @Column(name = "account_number", updatable = false)
  private String accountNumber;

  /** For the persistence provider, which sets every field afterwards. */
  @SuppressWarnings("NullAway.Init")
  protected LedgerEntry() {}

  LedgerEntry(UUID id, String owner, PaymentRequest payment) {
    this.id = id;
    this.owner = owner;
    this.payerName = payment.payerName();
    this.payerDocument = payment.payerDocument();
    this.amountInCents = payment.amountInCents();
    this.bankCode = payment.bankCode();
    this.branchNumber = payment.branchNumber();
    this.accountNumber = payment.accountNumber();
  }

  UUID id() {
    return id;
  }

  /** Returns the payment as it was asked for. */
  PaymentRequest payment() {
    return new PaymentRequest(
        payerName, payerDocument, amountInCents, bankCode, branchNumber, accountNumber);
  }
}
