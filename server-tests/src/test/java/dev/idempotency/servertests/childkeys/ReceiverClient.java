// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import java.util.concurrent.CompletionStage;

/**
 * The receiver as a client of MicroProfile has it. The path is the methods', because Payara takes a
 * type that has one for a resource.
 */
public interface ReceiverClient {

  @POST
  @Path("receiver/{label}/{what}")
  String post(@PathParam("label") String label, @PathParam("what") String what, String body);

  @POST
  @Path("receiver/{label}/{what}")
  String postUnder(
      @HeaderParam("Idempotency-Key") String key,
      @PathParam("label") String label,
      @PathParam("what") String what,
      String body);

  @POST
  @Path("receiver/{label}/{what}")
  CompletionStage<String> postLater(
      @PathParam("label") String label, @PathParam("what") String what, String body);

  @GET
  @Path("receiver/{label}/{what}")
  String get(@PathParam("label") String label, @PathParam("what") String what);
}
