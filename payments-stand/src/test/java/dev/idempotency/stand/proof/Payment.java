// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A payment, and the key that a client chose for it.
 *
 * @param key without quotes
 * @param account that is credited; every payment of a test run has its own
 * @param amount in cents, as JSON spells it
 */
record Payment(String key, String account, String amount) {

  private static final AtomicInteger NEXT = new AtomicInteger(1);

  static Payment fresh() {
    String number = Integer.toString(NEXT.getAndIncrement());
    return new Payment("key-" + number, "account-" + number, "10000");
  }

  Payment withAmount(String other) {
    return new Payment(key, account, other);
  }

  String json() {
    return """
        {"payer_name":"Fulano Rico","payer_document":"123456","amount_in_cents":%s,\
        "bank_code":"001","branch_number":"1234","account_number":"%s"}"""
        .formatted(amount, account);
  }
}
