// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.rest.CallerKeyFilter;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import org.eclipse.microprofile.rest.client.annotation.RegisterProvider;

/** A client that passes the caller's key on. */
@RegisterProvider(CallerKeyFilter.class)
public interface CallersKeyClient {

  @POST
  @Path("receiver/{label}/{what}")
  String post(@PathParam("label") String label, @PathParam("what") String what, String body);
}
