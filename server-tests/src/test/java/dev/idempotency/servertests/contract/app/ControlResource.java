// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** The test's own door: it holds, lets go, revokes and looks. Nothing here is guarded. */
@RequestScoped
@Path("control")
@Produces("text/plain")
public class ControlResource {

  private static final int COLLECTIONS = 3;

  @GET
  @Path("runs/{label}")
  public String runs(@PathParam("label") String label) {
    return Integer.toString(Desk.runs(label));
  }

  /** Answers when a method is held. */
  @GET
  @Path("held/{label}")
  public String held(@PathParam("label") String label) {
    Holds.awaitArrival(label);
    return "held";
  }

  @DELETE
  @Path("held/{label}")
  public void letGo(@PathParam("label") String label) {
    Holds.letGo(label);
  }

  @DELETE
  @Path("role/{user}")
  public void revoke(@PathParam("user") String user) {
    Users.revoke(user);
  }

  @PUT
  @Path("role/{user}")
  public void restore(@PathParam("user") String user) {
    Users.restore(user);
  }

  /** Bytes of the heap in use after a collection, and live threads, on one line. */
  @GET
  @Path("load")
  public String load() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    long used = runtime.totalMemory() - runtime.freeMemory();
    return used + " " + ManagementFactory.getThreadMXBean().getThreadCount();
  }

  /** Bytes that the live threads have allocated so far. */
  @GET
  @Path("allocated")
  public String allocated() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName threading = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
    Object ids = server.getAttribute(threading, "AllThreadIds");
    Object[] arguments = {ids};
    String[] signature = {long[].class.getName()};
    long[] bytes =
        (long[]) server.invoke(threading, "getThreadAllocatedBytes", arguments, signature);
    return Long.toString(LongStream.of(bytes).filter(b -> b > 0).sum());
  }
}
