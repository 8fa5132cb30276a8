// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.node.Node;
import java.util.UUID;

/** What a person needs to know about a stand that is ready. */
final class Banner {

  private static final String TRANSFER =
      "{\"payer_name\":\"Fulano Rico\",\"payer_document\":\"123456\",\"amount_in_cents\":10000,"
          + "\"bank_code\":\"001\",\"branch_number\":\"1234\",\"account_number\":\"56789-0\"}";

  private Banner() {}

  static String of(Stand stand, String controlUrl) {
    StringBuilder text = new StringBuilder("\n");
    for (Node node : stand.nodes()) {
      text.append(
          "  node-%d      %s/api/transfers  pid %d, log %s%n"
              .formatted(node.number(), node.url(), node.pid(), node.log()));
    }
    text.append("  PostgreSQL  ").append(database(stand)).append('\n');
    text.append(
        "  Redis       localhost:%d  pid %d%n"
            .formatted(stand.redis().port(), stand.redis().pid()));
    text.append(
        "  Gateway     %s  /charges /log /mails  pid %d%n"
            .formatted(stand.gateway().url(), stand.gateway().pid()));
    text.append("  SMTP        localhost:%d%n".formatted(stand.gateway().smtpPort()));
    text.append(
        """

        A node that ends is started again. PostgreSQL and Redis are not; this starts them, and stops
        them with stop in place of start:
          curl -X POST %1$s/postgres/start
          curl -X POST %1$s/redis/start

        A first transfer; the same line again is answered from the record:
          %2$s
        """
            .formatted(controlUrl, firstTransfer(stand)));
    return text.toString();
  }

  private static String database(Stand stand) {
    return stand.ownsDatabase()
        ? "%s  user payments, password payments, pid %d"
            .formatted(stand.database().url(), stand.postgres().pid())
        : stand.database().toString();
  }

  private static String firstTransfer(Stand stand) {
    return "curl -i -u alice:alice-secret -H 'Content-Type: application/json' -H 'Idempotency-Key: "
        + UUID.randomUUID()
        + "' -d '"
        + TRANSFER
        + "' "
        + stand.node(1).url()
        + "/api/transfers";
  }
}
