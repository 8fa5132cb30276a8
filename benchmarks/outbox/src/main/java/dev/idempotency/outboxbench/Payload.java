// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

/** What is sent: 200 characters of JSON. */
final class Payload {

  static final String TEXT =
      "{\"transfer\":\"5f0c1d0e-8f6f-4a53-9d0e-7b1f2f3c4d5e\",\"payer\":\"Fulano Rico\",\"note\":\""
          + "n".repeat(110)
          + "\"}";

  private Payload() {}
}
