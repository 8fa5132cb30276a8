// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import dev.idempotency.payments.payload.PaymentRequest;
import jakarta.json.Json;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import java.io.StringReader;
import java.util.Map;
import java.util.Optional;

/** The JSON of the gateway's charges. */
final class ChargeJson {

  /** Longer than any id that could be stored in good faith. */
  private static final int MAX_ID_LENGTH = 200;

  private static final JsonBuilderFactory BUILDERS = Json.createBuilderFactory(Map.of());
  private static final JsonReaderFactory READERS = Json.createReaderFactory(Map.of());

  private ChargeJson() {}

  /** Writes what the gateway needs to charge; the same payment always gives the same text. */
  static String write(PaymentRequest payment) {
    return BUILDERS
        .createObjectBuilder()
        .add("amount_in_cents", payment.amountInCents())
        .add("bank_code", payment.bankCode())
        .add("branch_number", payment.branchNumber())
        .add("account_number", payment.accountNumber())
        .build()
        .toString();
  }

  /** Reads the charge's id; empty where the answer does not hold one. */
  static Optional<String> readId(String answer) {
    try (JsonReader reader = READERS.createReader(new StringReader(answer))) {
      JsonObject charge = reader.readObject();
      return Optional.ofNullable(charge.getString("charge_id", null)).filter(ChargeJson::isId);
    } catch (JsonException e) {
      // Empty is the answer: the caller says so, and the text may hold what must not be logged.
      return Optional.empty();
    }
  }

  private static boolean isId(String id) {
    return !id.isBlank() && id.length() <= MAX_ID_LENGTH;
  }
}
