// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import java.util.List;
import java.util.Map;

/** A transfer as clients read it. JSON-P objects look the same on every server. */
final class TransferJson {

  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private TransferJson() {}

  static JsonObject of(Transfer transfer) {
    PaymentRequest payment = transfer.payment();
    return JSON.createObjectBuilder()
        .add("transfer_id", transfer.id().toString())
        .add("status", transfer.status().json())
        .add("payer_name", payment.payerName())
        .add("payer_document", payment.payerDocument())
        .add("amount_in_cents", payment.amountInCents())
        .add("bank_code", payment.bankCode())
        .add("branch_number", payment.branchNumber())
        .add("account_number", payment.accountNumber())
        .add("charge_id", transfer.chargeId())
        .build();
  }

  static JsonArray of(List<Transfer> transfers) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    transfers.forEach(transfer -> array.add(of(transfer)));
    return array.build();
  }
}
