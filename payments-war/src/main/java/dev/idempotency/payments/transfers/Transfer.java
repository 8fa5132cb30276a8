// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A transfer: recorded, then settled or declined. */
@Entity
@Table(name = "transfer")
public class Transfer {

  @Id private UUID id;

  @Column(name = "owner", updatable = false)
  private String owner;

  @Enumerated(EnumType.STRING)
  @Column(name = "status")
  private TransferStatus status;

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

  @Column(name = "charge_id")
  private @Nullable String chargeId;

  /** Set by the database, whose clock is the only one that all nodes share. */
  @Column(name = "created_at", insertable = false, updatable = false)
  private @Nullable OffsetDateTime createdAt;

  /** For the persistence provider, which sets every field afterwards. */
  @SuppressWarnings("NullAway.Init")
  protected Transfer() {}

  Transfer(UUID id, String owner, PaymentRequest payment) {
    this.id = id;
    this.owner = owner;
    this.status = TransferStatus.RECORDED;
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

  TransferStatus status() {
    return status;
  }

  /** Returns the payment as it was asked for. */
  PaymentRequest payment() {
    return new PaymentRequest(
        payerName, payerDocument, amountInCents, bankCode, branchNumber, accountNumber);
  }

  /** Returns the gateway's charge; null before there is one. */
  @Nullable String chargeId() {
    return chargeId;
  }

  void settle(String charge) {
    status = TransferStatus.SETTLED;
    chargeId = charge;
  }

  void decline() {
    status = TransferStatus.DECLINED;
  }
}
