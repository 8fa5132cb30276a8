// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.app;

import dev.idempotency.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

@Stateless
@Path("ejb-bookings")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class EjbBookingResource {

  @Inject private Bookings bookings;

  @POST
  @Idempotent(operation = "ejb-bookings.create")
  public Response create(String payment) {
    return bookings.book("ejb-bookings", payment);
  }
}
