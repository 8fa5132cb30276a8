// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;

/**
 * A valid request for a charge; members beside these two are compared, and otherwise ignored.
 *
 * @param body the whole request, for comparison with a later one of the same key
 */
record ChargeRequest(JsonNode body, long amountInCents, String accountNumber) {

  /**
   * Reads a request.
   *
   * @throws BadRequestException if it is no JSON object with a positive integer {@code
   *     amount_in_cents} and a non-blank string {@code account_number}
   */
  static ChargeRequest parse(byte[] bytes) throws BadRequestException {
    JsonNode body;
    try {
      body = Json.MAPPER.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new BadRequestException("The body is not JSON.", e);
    } catch (IOException e) {
      throw new BadRequestException("The body cannot be read.", e);
    }
    if (!body.isObject()) {
      throw new BadRequestException("The body must be a JSON object.");
    }
    return new ChargeRequest(body, amount(body), account(body));
  }

  private static long amount(JsonNode body) throws BadRequestException {
    JsonNode amount = body.path("amount_in_cents");
    if (!amount.isNumber()) {
      throw new BadRequestException("amount_in_cents must be a number.");
    }
    try {
      BigDecimal value = amount.decimalValue();
      long cents = value.longValueExact();
      if (cents > 0) {
        return cents;
      }
    } catch (ArithmeticException e) {
      throw new BadRequestException("amount_in_cents must be an integer.", e);
    }
    throw new BadRequestException("amount_in_cents must be positive.");
  }

  private static String account(JsonNode body) throws BadRequestException {
    JsonNode account = body.path("account_number");
    if (!account.isTextual() || account.textValue().isBlank()) {
      throw new BadRequestException("account_number must be a non-blank string.");
    }
    return account.textValue();
  }
}
