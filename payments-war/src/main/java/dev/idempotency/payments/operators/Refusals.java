// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.OperatorRefusedException;
import dev.idempotency.payments.http.Problem;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;

/** Answers an action that was refused: why, and what to do instead. */
final class Refusals {

  private Refusals() {}

  static Response toResponse(OperatorRefusedException refused) {
    return problem(refused).toResponse().build();
  }

  private static Problem problem(OperatorRefusedException refused) {
    String detail = refused.getMessage() + ".";
    return switch (refused.reason()) {
      case NOT_FOUND ->
          Problem.of(Status.NOT_FOUND, "no-record", "There is no such record", detail);
      case ATTEMPT_CHANGED ->
          conflict("attempt-changed", "The record was claimed since you looked", detail);
      case LOCKED -> conflict("record-locked", "Somebody writes to the record", detail);
      case LEASE_ALIVE -> conflict("lease-alive", "The record's owner is alive", detail);
      case SUCCEEDED -> conflict("succeeded", "The record has succeeded", detail);
      case NO_SUCH_STEP -> conflict("no-such-step", "There is nothing to resolve", detail);
    };
  }

  private static Problem conflict(String cause, String title, String detail) {
    return Problem.of(Status.CONFLICT, cause, title, detail);
  }
}
