// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.app;

import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Books a payment as one row with an id of its own: nothing but the protocol keeps out a second.
 */
@Dependent
public class Bookings {

  private static final Pattern ACCOUNT = Pattern.compile("\"account_number\":\"([^\"]+)\"");
  private static final String INSERT =
      "INSERT INTO ledger_entry (id, owner, payer_name, payer_document, amount_in_cents,"
          + " bank_code, branch_number, account_number)"
          + " VALUES (cast(?1 as uuid), 'alice', 'n', 'd', 1, 'b', 'b', cast(?2 as text))";

  @PersistenceContext private EntityManager entityManager;

  Response book(String resource, String payment) {
    Matcher account = ACCOUNT.matcher(payment);
    if (!account.find()) {
      return Response.status(Response.Status.BAD_REQUEST).build();
    }
    String id = UUID.randomUUID().toString();
    entityManager
        .createNativeQuery(INSERT)
        .setParameter(1, id)
        .setParameter(2, account.group(1))
        .executeUpdate();
    return Response.status(Response.Status.CREATED)
        .header(HttpHeaders.LOCATION, "/payments/api/" + resource + "/" + id)
        .entity("{\"booking_id\":\"" + id + "\"}")
        .build();
  }
}
