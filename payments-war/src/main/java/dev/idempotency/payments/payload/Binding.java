// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Makes a payment of the members of a JSON object. A member that is missing, null or of another
 * type becomes a value that no constraint of {@link PaymentRequest} accepts, so that one answer
 * names every field that is wrong.
 */
final class Binding {

  private static final String NO_TEXT = "";
  private static final long NO_AMOUNT = 0;

  /** Longer than any way to write an accepted amount that a person would choose. */
  private static final int MAX_NUMBER_LENGTH = 100;

  private Binding() {}

  static PaymentRequest bind(JsonMembers members) {
    return new PaymentRequest(
        text(members, "payer_name"),
        text(members, "payer_document"),
        wholeNumber(members.number("amount_in_cents")),
        text(members, "bank_code"),
        text(members, "branch_number"),
        text(members, "account_number"));
  }

  private static String text(JsonMembers members, String name) {
    String text = members.string(name);
    return text == null ? NO_TEXT : text;
  }

  /** Takes an integer by its value, however it is written: 10000, 1e4, 10000.0. */
  private static long wholeNumber(@Nullable String number) {
    if (number == null || number.length() > MAX_NUMBER_LENGTH) {
      return NO_AMOUNT;
    }
    try {
      // Looks at precision and scale before it computes: 1e999999999 costs nothing.
      return new BigDecimal(number).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      return NO_AMOUNT;
    }
  }
}
