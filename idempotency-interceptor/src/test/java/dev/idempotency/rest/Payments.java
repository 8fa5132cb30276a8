// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** A resource whose methods do what the test says. */
@Path("payments")
public class Payments {

  /** What a test has the resource do; it throws what it wants the method to throw. */
  static Callable<?> body = () -> null;

  /** What the container does around the method. */
  interface Container {
    Object around(Callable<?> method) throws Exception;
  }

  static Container container = Callable::call;

  static final AtomicInteger RUNS = new AtomicInteger();

  static void reset() {
    body = () -> null;
    container = Callable::call;
    RUNS.set(0);
  }

  private static Object run(String method) throws Exception {
    return container.around(() -> Guard.resourceCall(Payments.class, method, Payments::once));
  }

  private static Object once() throws Exception {
    RUNS.incrementAndGet();
    return body.call();
  }

  @POST
  @Idempotent(excludedMembers = "/sent_at")
  @Produces("application/json")
  public Object create(byte[] content) throws Exception {
    return run("create");
  }

  @POST
  @Path("text")
  @Idempotent
  @Produces("text/plain")
  public String text() throws Exception {
    return (String) run("text");
  }

  @POST
  @Path("echo")
  @Idempotent
  @Produces("application/octet-stream")
  public Object echo(byte[] content) throws Exception {
    body = () -> content;
    return run("echo");
  }

  @POST
  @Path("{id}/cancel")
  @Idempotent(key = KeyRequirement.OPTIONAL)
  public void cancel() throws Exception {
    run("cancel");
  }

  @GET
  @Idempotent
  @Produces("text/plain")
  public String list() throws Exception {
    return (String) run("list");
  }

  /** Answered by a thread that knows nothing of the request. */
  @GET
  @Path("later")
  public void later(@Suspended AsyncResponse response) {
    new Thread(() -> response.resume("later")).start();
  }

  @POST
  @Path("unguarded")
  @Produces("text/plain")
  public String unguarded() throws Exception {
    return (String) container.around(Payments::once);
  }
}
