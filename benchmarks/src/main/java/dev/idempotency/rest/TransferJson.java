// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Bodies of an exact size with what real ones hold: nested objects, an array, numbers of several
 * spellings, texts with escapes and beyond ASCII, members in no order.
 */
final class TransferJson {

  private static final String HEAD =
      """
      {"payer_name": "Jos\u00e9 \\"Zeca\\" Concei\\u00e7\\u00e3o", "amount_in_cents": 1254000,
       "rate": 1.254e-1, "payer": {"document": "123456", "bank": {"code": "001",
       "branch": "1234"}, "verified": true, "until": null}, "items": [""";

  private static final String ITEM =
      """
      {"sku": "A-%04d", "quantity": %d, "unit_price": 19.90, "gift": false,
        "note": "aisle 7\\nleft \\/ right"}""";

  private static final String TAIL = "], \"memo\": \"";

  private static final String END = "\"}";

  private TransferJson() {}

  /**
   * Writes a body.
   *
   * @param size its length in bytes, which the memo makes exact; at least 300
   */
  static byte[] ofBytes(int size) {
    int closing = TAIL.length() + END.length();
    StringBuilder json = new StringBuilder(HEAD);
    int length = utf8Length(HEAD);
    for (int i = 0; ; i++) {
      String item = (i == 0 ? "" : ", ") + ITEM.formatted(i, i % 7 + 1);
      if (length + item.length() + closing > size) {
        break;
      }
      json.append(item);
      length += item.length();
    }
    json.append(TAIL).append("x".repeat(size - length - closing)).append(END);
    return json.toString().getBytes(UTF_8);
  }

  private static int utf8Length(String text) {
    return text.getBytes(UTF_8).length;
  }
}
