// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.validation.constraints.NotBlank;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** What stands around a guarded method: another inside it, validation before it, or nothing. */
@RequestScoped
@Path("around")
public class AroundResource {

  @Inject private Desk desk;
  @Inject private ValueCdiBean inner;

  /** The inner call takes its key from a header of its own. */
  @POST
  @Path("inner")
  @Idempotent(operation = "around.inner")
  public Response inner(@HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    inner.reserve(label + "-inner");
    return desk.serve(label, want);
  }

  @POST
  @Path("validated")
  @Idempotent(operation = "around.validated")
  public Response validated(
      @HeaderParam("Label") String label,
      @HeaderParam("Want") Want want,
      @NotBlank @HeaderParam("Amount") String amount)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("unguarded")
  @Transactional
  public Response unguarded(@HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
