// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.ledger;

import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.KeyRequirement;
import dev.idempotency.Protocol;
import dev.idempotency.Retentions;
import dev.idempotency.payments.http.Problem;
import dev.idempotency.payments.payload.PaymentRequest;
import dev.idempotency.payments.security.Roles;
import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.util.UUID;

/** Ledger entries below {@code /payments/api/ledger-entries}; a caller sees their own only. */
@Stateless
@Path("ledger-entries")
@RolesAllowed(Roles.CLIENT)
@Produces(MediaType.APPLICATION_JSON)
public class LedgerResource {

  @Inject private IdempotentCall call;
  @Inject private Ledger ledger;
  @Resource private SessionContext session;

  /**
   * Books a payment as a double entry, once per key and caller. It touches this database only, so
   * claim, entry and outcome are one transaction.
   *
   * @param body the payment
   * @param uri where the application is reached
   * @return 201 with the entry; final
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Idempotent(
      operation = "ledger-entries.create",
      protocol = Protocol.SINGLE_TRANSACTION,
      retention = Retentions.FOREVER,
      key = KeyRequirement.REQUIRED)
  public Response create(
      @NotNull(message = "must be a JSON object") @Valid PaymentRequest body,
      @Context UriInfo uri) {
    LedgerEntry entry = ledger.book(call.uuid("entry"), caller(), body);
    return Response.status(Status.CREATED)
        .header(HttpHeaders.LOCATION, pathOf(entry.id(), uri))
        .entity(LedgerEntryJson.of(entry))
        .build();
  }

  /**
   * Shows one entry.
   *
   * @param id the entry
   * @return 200 with the entry, or 404 if it does not exist or is another caller's
   */
  @GET
  @Path("{id}")
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Response find(@PathParam("id") UUID id) {
    return ledger
        .find(caller(), id)
        .map(entry -> Response.ok(LedgerEntryJson.of(entry)))
        .orElseGet(() -> Problem.of(Status.NOT_FOUND).toResponse())
        .build();
  }

  private String caller() {
    return session.getCallerPrincipal().getName();
  }

  /** The path alone, without host: the same on every node, first time and replayed. */
  private static String pathOf(UUID entry, UriInfo uri) {
    return uri.getBaseUriBuilder()
        .path(LedgerResource.class)
        .path(entry.toString())
        .build()
        .getRawPath();
  }
}
