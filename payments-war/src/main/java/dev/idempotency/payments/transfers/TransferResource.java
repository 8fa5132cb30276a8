// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.transfers;

import dev.idempotency.Idempotent;
import dev.idempotency.IdempotentCall;
import dev.idempotency.KeyRequirement;
import dev.idempotency.Protocol;
import dev.idempotency.Retentions;
import dev.idempotency.payments.gateway.Gateway;
import dev.idempotency.payments.http.PageLimit;
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
import jakarta.json.JsonArray;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.core.UriInfo;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Transfers below {@code /payments/api/transfers}; a caller sees their own only. */
@Stateless
@Path("transfers")
@RolesAllowed(Roles.CLIENT)
@Produces(MediaType.APPLICATION_JSON)
public class TransferResource {

  /** PostgreSQL refuses a statement with NUL in it. */
  private static final String STORABLE = "[^\\p{Cc}\\p{Cs}]*";

  @Inject private IdempotentCall call;
  @Inject private Gateway gateway;
  @Inject private Transfers transfers;
  @Resource private SessionContext session;

  /**
   * Charges the payer and stores the transfer, once per key and caller, in three steps: recorded,
   * charged, settled. No transaction and no database connection is held while the gateway works. A
   * retry, also after a crash, goes on behind the last step that committed.
   *
   * @param body the payment
   * @param uri where the application is reached
   * @return 201 with the transfer, or 402 where the gateway declined the charge; both final
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  @Idempotent(
      operation = "transfers.create",
      protocol = Protocol.PHASES,
      retention = Retentions.FOREVER,
      key = KeyRequirement.REQUIRED)
  public Response create(
      @NotNull(message = "must be a JSON object") @Valid PaymentRequest body,
      @Context UriInfo uri) {
    UUID id = call.uuid("transfer");
    call.phase("recorded", () -> transfers.add(new Transfer(id, caller(), body)));
    // The gateway remembers keys: a call whose answer was lost is repeated under the same one.
    Charge charge =
        call.external(
            "charged",
            Charge.class,
            () -> Charge.of(gateway.charge(call.childKey("charge"), body)));
    String chargeId = charge.chargeId();
    if (chargeId == null) {
      call.phase("declined", () -> transfers.get(id).decline());
      return declined();
    }
    call.phase("settled", () -> transfers.get(id).settle(chargeId));
    return Response.status(Status.CREATED)
        .header(HttpHeaders.LOCATION, pathOf(id, uri))
        .entity(TransferJson.of(id, TransferStatus.SETTLED, body, chargeId))
        .build();
  }

  /**
   * Shows one transfer.
   *
   * @param id the transfer
   * @return 200 with the transfer, or 404 if it does not exist or is another caller's
   */
  @GET
  @Path("{id}")
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public Response find(@PathParam("id") UUID id) {
    return transfers
        .find(caller(), id)
        .map(transfer -> Response.ok(TransferJson.of(transfer)))
        .orElseGet(() -> Problem.of(Status.NOT_FOUND).toResponse())
        .build();
  }

  /**
   * Lists the caller's transfers, newest first.
   *
   * @param accountNumber the receiving account; left out for all
   * @param limit the longest list that the client wants
   * @return the transfers
   */
  @GET
  @TransactionAttribute(TransactionAttributeType.SUPPORTS)
  public JsonArray list(
      @QueryParam("account_number")
          @Pattern(regexp = STORABLE, message = "must be text without control characters")
          @Nullable String accountNumber,
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) PageLimit limit) {
    return TransferJson.of(transfers.list(caller(), accountNumber, limit.entries()));
  }

  private String caller() {
    return session.getCallerPrincipal().getName();
  }

  /** The path alone, without host: the same on every node, first time and replayed. */
  private static String pathOf(UUID transfer, UriInfo uri) {
    return uri.getBaseUriBuilder()
        .path(TransferResource.class)
        .path(transfer.toString())
        .build()
        .getRawPath();
  }

  private static Response declined() {
    return Problem.of(
            Status.PAYMENT_REQUIRED,
            "declined",
            "The gateway declined the charge",
            "Nothing was transferred; a new attempt needs a new key.")
        .toResponse()
        .build();
  }
}
