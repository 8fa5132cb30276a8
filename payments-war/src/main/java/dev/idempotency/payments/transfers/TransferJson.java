// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A transfer as clients read it. JSON-P objects look the same on every server. */
final class TransferJson {

  private static final JsonBuilderFactory JSON = Json.createBuilderFactory(Map.of());

  private TransferJson() {}

  static JsonObject of(Transfer transfer) {
    return of(transfer.id(), transfer.status(), transfer.payment(), transfer.chargeId());
  }

  static JsonObject of(
      UUID id, TransferStatus status, PaymentRequest payment, @Nullable String chargeId) {
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("transfer_id", id.toString())
            .add("status", status.json())
            .add("payer_name", payment.payerName())
            .add("payer_document", payment.payerDocument())
            .add("amount_in_cents", payment.amountInCents())
            .add("bank_code", payment.bankCode())
            .add("branch_number", payment.branchNumber())
            .add("account_number", payment.accountNumber());
    if (chargeId != null) {
      json.add("charge_id", chargeId);
    }
    return json.build();
  }

  static JsonArray of(List<Transfer> transfers) {
    JsonArrayBuilder array = JSON.createArrayBuilder();
    transfers.forEach(transfer -> array.add(of(transfer)));
    return array.build();
  }
}
