// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.AnonymousCallers;
import dev.idempotency.Idempotent;
import dev.idempotency.ResultStorage;
import dev.idempotency.Retentions;
import dev.idempotency.WhenBusy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

/** One method for each thing that an operation chooses: waiting, retention, scope, storage. */
@RequestScoped
@Transactional
@Path("feature")
public class FeatureResource {

  @Inject private Desk desk;

  @POST
  @Path("waiting")
  @Idempotent(operation = "feature.waiting", whenBusy = WhenBusy.WAIT, waitBound = "PT15S")
  public Response waiting(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("waiting-shortly")
  @Idempotent(operation = "feature.waiting-shortly", whenBusy = WhenBusy.WAIT, waitBound = "PT1S")
  public Response waitingShortly(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("kept-for-ever")
  @Idempotent(operation = "feature.kept-for-ever", retention = Retentions.FOREVER)
  public Response keptForEver(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("anonymous-refused")
  @Idempotent(operation = "feature.anonymous-refused", anonymous = AnonymousCallers.REFUSED)
  public Response anonymousRefused(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("anonymous-unguarded")
  @Idempotent(operation = "feature.anonymous-unguarded", anonymous = AnonymousCallers.UNGUARDED)
  public Response anonymousUnguarded(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("masked")
  @Idempotent(operation = "feature.masked")
  public Response masked(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("mask-fails")
  @Idempotent(operation = "feature.mask-fails")
  public Response maskFails(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("not-stored")
  @Idempotent(operation = "feature.not-stored", storeResult = ResultStorage.NOT_STORED)
  public Response notStored(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("by-configuration")
  @Idempotent(operation = "feature.by-configuration")
  public Response byConfiguration(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
