// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import java.util.Map;

/** An entry as clients read it. JSON-P objects look the same on every server. */
final class LedgerEntryJson {

  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private LedgerEntryJson() {}

  static JsonObject of(LedgerEntry entry) {
    PaymentRequest payment = entry.payment();
    return JSON.createObjectBuilder()
        .add("entry_id", entry.id().toString())
        .add("payer_name", payment.payerName())
        .add("payer_document", payment.payerDocument())
        .add("amount_in_cents", payment.amountInCents())
        .add("bank_code", payment.bankCode())
        .add("branch_number", payment.branchNumber())
        .add("account_number", payment.accountNumber())
        .build();
  }
}
