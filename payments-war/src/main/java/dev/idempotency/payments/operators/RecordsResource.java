// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.OperatorRefusedException;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.payments.http.JsonBody;
import dev.idempotency.payments.http.PageLimit;
import dev.idempotency.payments.http.Problem;
import dev.idempotency.payments.security.Roles;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.io.InputStream;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The records of guarded calls below {@code /payments/api/idempotency/records}, for operators. Each
 * action names the attempt that the operator saw, so sending it twice does it once.
 */
@Stateless
@Path("idempotency/records")
@RolesAllowed(Roles.OPS)
@Produces(MediaType.APPLICATION_JSON)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class RecordsResource {

  @Inject private IdempotencyRecords records;

  /**
   * Lists records, newest first.
   *
   * @param operation the only operation; left out for all
   * @param status the only state; left out for all
   * @param stuck whether only keys are shown that somebody should look at
   * @param since when a key came first at the earliest, or how long ago; left out for 24 hours ago
   * @param limit the longest page
   * @param after {@code next} of the page before
   * @return 200 with the page, or 400 where a parameter is wrong
   */
  @GET
  public Response list(
      @QueryParam("operation") @Nullable String operation,
      @QueryParam("status") @Nullable String status,
      @QueryParam("stuck") @Nullable String stuck,
      @QueryParam("since") @Nullable String since,
      @QueryParam("limit") @DefaultValue(PageLimit.DEFAULT) PageLimit limit,
      @QueryParam("after") @Nullable String after) {
    return answering(
        () -> {
          RecordParameters parameters =
              new RecordParameters(operation, status, stuck, since, after);
          return Response.ok(RecordJson.of(list(parameters.query().limit(limit.entries()))))
              .build();
        });
  }

  private RecordPage list(RecordQuery query) {
    try {
      return records.list(query);
    } catch (IllegalArgumentException e) {
      // The state is all that the parameters leave to the library.
      String expected = Objects.requireNonNull(e.getMessage(), "the library says what is wrong");
      throw new BadRequestException(Problem.invalid("status", expected).toResponse().build(), e);
    }
  }

  /**
   * Finds the record of a key, which never stands in a URL.
   *
   * @param body a JSON object with {@code operation}, {@code scope} and {@code key}
   * @return 200 with the record, 404 where there is none, or 400 where the body is wrong
   */
  @POST
  @Path("find")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response find(InputStream body) {
    return answering(
        () -> {
          KeyRequest request = KeyRequest.read(JsonBody.read(body));
          return found(records.find(request.operation(), request.scope(), request.key()));
        });
  }

  /**
   * Shows a record and what operators have done to it.
   *
   * @param id the record
   * @return 200 with the record, or 404 where there is none
   */
  @GET
  @Path("{id}")
  public Response find(@PathParam("id") UUID id) {
    return found(records.find(id));
  }

  /**
   * Gives a key back, so that the next call with it runs.
   *
   * @param id the record
   * @param body a JSON object with {@code attempt}, {@code reason} and {@code force}
   * @return 200 with the record, 404 where there is none, 409 where it may not be released, or 400
   *     where the body is wrong
   */
  @POST
  @Path("{id}/release")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response release(@PathParam("id") UUID id, InputStream body) {
    return answering(
        () -> {
          records.release(id, ActionRequest.read(JsonBody.read(body)).decision());
          return find(id);
        });
  }

  /**
   * Says what nobody else can know: what a step came to, or what every further call gets.
   *
   * @param id the record
   * @param body a JSON object with {@code attempt}, {@code reason}, {@code force} and either {@code
   *     step} with {@code result} or {@code not_done}, or {@code outcome}
   * @return as for a release
   */
  @POST
  @Path("{id}/resolve")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response resolve(@PathParam("id") UUID id, InputStream body) {
    return answering(
        () -> {
          Resolution.read(JsonBody.read(body)).apply(records, id);
          return find(id);
        });
  }

  /** Out of an enterprise bean these would be wrapped, and logged as failures of the bean. */
  private static Response answering(Supplier<Response> work) {
    try {
      return work.get();
    } catch (WebApplicationException e) {
      return e.getResponse();
    } catch (OperatorRefusedException e) {
      return Refusals.toResponse(e);
    }
  }

  private Response found(Optional<RecordDetails> found) {
    return found
        .map(record -> Response.ok(RecordJson.of(record, records.actions(record.id()))))
        .orElseGet(() -> noRecord().toResponse())
        .build();
  }

  private static Problem noRecord() {
    return Problem.of(
        Status.NOT_FOUND,
        "no-record",
        "There is no such record",
        "The key never arrived under this operation and scope, was refused before its work began,"
            + " or has expired.");
  }
}
