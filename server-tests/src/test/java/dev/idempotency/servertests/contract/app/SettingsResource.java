// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

/** One method for each setting that contract.properties or the annotation changes. */
@RequestScoped
@Path("settings")
public class SettingsResource {

  @Inject private Desk desk;

  @POST
  @Path("by-annotation")
  @Idempotent(
      operation = "settings.by-annotation",
      staleAfter = "PT7S",
      retention = "PT1H",
      excludedMembers = {"/clientTimestamp", "/items/0/sent~1at"},
      retryOnStatus = 409,
      replayOnStatus = 503,
      newKeyOnStatus = 422)
  public Response byAnnotation(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("by-configuration")
  @Transactional
  @Idempotent(operation = "settings.by-configuration", staleAfter = "PT7S", retention = "PT1H")
  public Response byConfiguration(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("by-class")
  @Idempotent(
      operation = "settings.by-class",
      retryOn = Failure.Checked.class,
      replayOn = Failure.Mapped.class,
      newKeyOn = WebApplicationException.class)
  public Response byClass(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("short-lived")
  @Idempotent(operation = "settings.short-lived", retention = "PT1S")
  public Response shortLived(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }

  @POST
  @Path("stores-nothing")
  @Idempotent(operation = "settings.stores-nothing")
  public Response storesNothing(
      byte[] body, @HeaderParam("Label") String label, @HeaderParam("Want") Want want)
      throws Failure.Checked {
    return desk.serve(label, want);
  }
}
