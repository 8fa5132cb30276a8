// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.util.Optional;
import java.util.UUID;

/** The stored entries; each owner sees their own only. Joins the caller's transaction. */
@Dependent
class Ledger {

  @PersistenceContext private EntityManager entities;

  /** Books a payment when the transaction commits: debit the payer, credit the account. */
  LedgerEntry book(UUID id, String owner, PaymentRequest payment) {
    LedgerEntry entry = new LedgerEntry(id, owner, payment);
    entities.persist(entry);
    post(id, Side.DEBIT, payment.payerDocument(), -payment.amountInCents());
    post(id, Side.CREDIT, accountOf(payment), payment.amountInCents());
    return entry;
  }

  private void post(UUID entry, Side side, String account, long amountInCents) {
    entities.persist(new LedgerPosting(UUID.randomUUID(), entry, side, account, amountInCents));
  }

  private static String accountOf(PaymentRequest payment) {
    return String.join("/", payment.bankCode(), payment.branchNumber(), payment.accountNumber());
  }

  /** Finds an entry; empty where it does not exist or is another's. */
  Optional<LedgerEntry> find(String owner, UUID id) {
    return entities
        .createQuery(
            "select e from LedgerEntry e where e.owner = ?1 and e.id = ?2", LedgerEntry.class)
        .setParameter(1, owner)
        .setParameter(2, id)
        .getResultStream()
        .findFirst();
  }
}
