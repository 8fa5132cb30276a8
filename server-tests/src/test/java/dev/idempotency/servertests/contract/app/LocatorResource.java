// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Path;

/** Three ways to a sub-resource: made by the application, by the server, and injected. */
@RequestScoped
@Path("locator")
public class LocatorResource {

  @Inject private LocatedResource located;

  @Path("made")
  public LocatedResource made() {
    return new LocatedResource();
  }

  @Path("class")
  public Class<LocatedResource> ofClass() {
    return LocatedResource.class;
  }

  @Path("injected")
  public LocatedResource injected() {
    return located;
  }
}
