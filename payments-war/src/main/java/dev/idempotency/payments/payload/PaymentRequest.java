// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * The payment that a client asks for. Unknown members of the JSON are not business of this class.
 *
 * @param payerName who pays, at most 140 characters
 * @param payerDocument the payer's document number, at most 32 characters
 * @param amountInCents the amount, 1 to {@value #MAX_AMOUNT_IN_CENTS}
 * @param bankCode the receiving bank, at most 16 characters
 * @param branchNumber its branch, at most 16 characters
 * @param accountNumber the account there, at most {@value #MAX_ACCOUNT_NUMBER} characters
 */
public record PaymentRequest(
    @Text(max = 140) String payerName,
    @Text(max = 32) String payerDocument,
    @Min(value = 1, message = AMOUNT_EXPECTED)
        @Max(value = MAX_AMOUNT_IN_CENTS, message = AMOUNT_EXPECTED)
        long amountInCents,
    @Text(max = 16) String bankCode,
    @Text(max = 16) String branchNumber,
    @Text(max = MAX_ACCOUNT_NUMBER) String accountNumber) {

  /** The largest payment, in cents: a thousand million of the currency's unit. */
  public static final long MAX_AMOUNT_IN_CENTS = 100_000_000_000L;

  /** The longest account number: that of an IBAN (ISO 13616). */
  public static final int MAX_ACCOUNT_NUMBER = 34;

  static final String AMOUNT_EXPECTED = "must be a whole number from 1 to " + MAX_AMOUNT_IN_CENTS;
}
