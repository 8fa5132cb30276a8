// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.rest.RestServer.Reply;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** One Jersey with the library and a resource that does what the test says. */
abstract class RestFixture {

  static final String JSON = "application/json";
  static final String PROBLEM = "urn:idempotency:problem:";
  static final String REPLAYED = "Idempotent-Replayed";

  private static SeContainer beans;
  private static RestServer shared;

  RestServer server = shared;

  @BeforeAll
  static void start() {
    beans = RestServer.beans();
    shared = new RestServer(Payments.class, DeclinedMapper.class, SeenByApp.class);
  }

  @BeforeEach
  void reset() {
    Payments.reset();
    TestCatalogue.policy = OutcomePolicy.DEFAULTS;
    SeenByApp.seen = null;
    Beans.get(TestStore.class).setDown(false);
    Beans.get(TestStore.class).clear();
  }

  @AfterEach
  void closeOwn() {
    if (server != shared) {
      server.close();
    }
  }

  @AfterAll
  static void stop() {
    shared.close();
    beans.close();
  }

  static final class Declined extends Exception {
    Declined(String why) {
      super(why);
    }
  }

  static final class DeclinedMapper implements ExceptionMapper<Declined> {
    @Override
    public Response toResponse(Declined declined) {
      return Response.status(402)
          .header("ETag", "\"declined\"")
          .type("application/problem+json")
          .entity("{\"why\":\"" + declined.getMessage() + "\"}")
          .build();
    }
  }

  /** A response filter of the application, which must see the answer and nothing else. */
  static final class SeenByApp implements ContainerResponseFilter {
    static String seen;

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
      seen = response.getStatus() + " " + response.hasEntity() + " " + response.getMediaType();
      response.getHeaders().putSingle("X-Request-Id", "42");
    }
  }

  Reply create(String key) throws Exception {
    return create(key, "{\"amount\":1}");
  }

  Reply create(String key, String json) throws Exception {
    return server.post("payments").key(key).body(JSON, json).send();
  }

  static Response.ResponseBuilder created(String location) {
    return Response.status(201).header("Location", location).entity("{\"id\":7}");
  }

  static TestTransactions transactions() {
    return Beans.get(TestTransactions.class);
  }

  /** The container's transaction around the method, begun for it. */
  static Payments.Container transaction() {
    return method -> {
      transactions().begin();
      try {
        return method.call();
      } finally {
        transactions().end();
      }
    };
  }
}
