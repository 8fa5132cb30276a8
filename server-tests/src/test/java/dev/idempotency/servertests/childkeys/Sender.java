// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.childkeys;

import dev.idempotency.IdempotentCall;
import dev.idempotency.rest.ChildKeyFilter;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.client.WebTarget;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.rest.client.RestClientBuilder;

/** Runs the script of a label inside a guarded method, with clients of both kinds. */
@Dependent
public class Sender {

  /** What a guarded method does. */
  @FunctionalInterface
  public interface Script {
    void run(Sender sender) throws Exception;
  }

  /** What a step does. */
  @FunctionalInterface
  public interface Action {
    void run() throws Exception;
  }

  private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();
  private static volatile URI base;

  @Inject private IdempotentCall call;
  private String label;
  private boolean phases;

  /** Where the receiver is. */
  public static void receiverAt(URI uri) {
    base = uri;
  }

  /** What the guarded method that is called with a label does. */
  public static void script(String label, Script script) {
    SCRIPTS.put(label, script);
  }

  /** Runs the script of a label as nobody guards it. */
  public void unguarded(String labelOfCall) {
    run(labelOfCall, false);
  }

  String run(String labelOfCall, boolean underPhases) {
    label = labelOfCall;
    phases = underPhases;
    try {
      SCRIPTS.get(label).run(this);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return "sent";
  }

  public IdempotentCall call() {
    return call;
  }

  public long attempt() {
    return call.attempt();
  }

  /** A step where the operation takes some, else nothing around the action. */
  public void step(String name, Action action) throws Exception {
    if (phases) {
      call.external(
          name,
          Boolean.class,
          () -> {
            action.run();
            return true;
          });
    } else {
      action.run();
    }
  }

  /** Posts with a JAX-RS client. */
  public void post(String what) {
    send("POST", what);
  }

  /** Sends with a JAX-RS client. */
  public void send(String method, String what) {
    request(what, request -> request.method(method, bodyOf(method)));
  }

  /** Posts with a JAX-RS client and a header of the application's own. */
  public void postUnder(String key, String what) {
    request(what, request -> request.header("idempotency-key", key).post(Entity.text("x")));
  }

  private static Entity<String> bodyOf(String method) {
    return method.equals("GET") || method.equals("DELETE") ? null : Entity.text("x");
  }

  /** What is done with a request. */
  @FunctionalInterface
  interface Sending {
    Response by(Invocation.Builder request);
  }

  private void request(String what, Sending sending) {
    Client client = ClientBuilder.newClient().register(ChildKeyFilter.class);
    try {
      WebTarget target = client.target(base).path("receiver").path(label).path(what);
      try (Response response = sending.by(target.request())) {
        if (response.getStatus() != 200) {
          throw new IllegalStateException("answered " + response.getStatus());
        }
      }
    } finally {
      client.close();
    }
  }

  /** A client of MicroProfile, which nobody registered anything with. */
  public ReceiverClient client() {
    return RestClientBuilder.newBuilder().baseUri(base).build(ReceiverClient.class);
  }

  /** Posts with a client of MicroProfile that passes the caller's key on. */
  public void postCallersKey(String what) {
    RestClientBuilder.newBuilder()
        .baseUri(base)
        .build(CallersKeyClient.class)
        .post(label, what, "x");
  }

  /** Posts with a client of MicroProfile. */
  public void postByClient(String what) {
    client().post(label, what, "x");
  }
}
