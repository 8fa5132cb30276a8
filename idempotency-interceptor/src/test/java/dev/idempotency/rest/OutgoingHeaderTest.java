// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The header of requests that guarded methods send. */
class OutgoingHeaderTest extends RestFixture {

  private static final String KEY = "Idempotency-Key";

  private final ChildKeyFilter child = new ChildKeyFilter();
  private final CallerKeyFilter caller = new CallerKeyFilter();

  /** One request to be sent, its headers, and what filters note of it. */
  private static final class Sent {

    private final String method;
    private final MultivaluedMap<String, Object> headers = new MultivaluedHashMap<>();
    private final Map<String, Object> properties = new HashMap<>();

    Sent(String method) {
      this.method = method;
    }

    ClientRequestContext context() {
      return (ClientRequestContext)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {ClientRequestContext.class},
              (proxy, called, arguments) ->
                  switch (called.getName()) {
                    case "getMethod" -> method;
                    case "getUri" -> URI.create("https://bank.example/charges");
                    case "getHeaders" -> headers;
                    case "getProperty" -> properties.get((String) arguments[0]);
                    case "setProperty" -> properties.put((String) arguments[0], arguments[1]);
                    default -> throw new UnsupportedOperationException(called.getName());
                  });
    }

    Sent through(ClientRequestFilter... filters) throws Exception {
      for (ClientRequestFilter filter : filters) {
        filter.filter(context());
      }
      return this;
    }

    List<Object> keys() {
      return headers.getOrDefault(KEY, List.of());
    }
  }

  @FunctionalInterface
  private interface Body {
    void run() throws Exception;
  }

  private static void guarded(String key, Body body) throws Exception {
    Guard.valueCall(
        "create",
        key,
        () -> {
          body.run();
          return null;
        });
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE", "TRANSFER"})
  void anUnsafeRequestCarriesOneKey(String method) throws Exception {
    guarded(
        newKey(),
        () ->
            assertThat(new Sent(method).through(child).keys())
                .singleElement()
                .asString()
                .matches("[0-9a-f]{40}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "TRACE"})
  void aSafeOneCarriesNone(String method) throws Exception {
    guarded(newKey(), () -> assertThat(new Sent(method).through(child, caller).keys()).isEmpty());
  }

  @Test
  void anExplicitHeaderWinsHoweverItIsSpelledAndCountsForNoOther() throws Exception {
    guarded(
        newKey(),
        () -> {
          Sent explicit = new Sent("POST");
          explicit.headers.add("idempotency-key", "mine");
          explicit.through(child, caller);
          assertThat(explicit.headers).containsOnlyKeys("idempotency-key");
          assertThat(explicit.headers.get("idempotency-key")).containsExactly("mine");
          try (LogLines log = LogLines.of("dev.idempotency")) {
            new Sent("POST").through(child);
            assertThat(log.texts()).isEmpty();
          }
        });
  }

  @Test
  void outsideOfAGuardedCallNothingIsAdded() throws Exception {
    assertThat(new Sent("POST").through(caller, child).keys()).isEmpty();
  }

  @Test
  void theCallersKeyIsPassedOnAndTheOtherFilterLeavesIt() throws Exception {
    guarded(
        "order-7",
        () ->
            assertThat(new Sent("POST").through(caller, child).keys()).containsExactly("order-7"));
    guarded(
        "order 8",
        () -> assertThat(new Sent("POST").through(caller).keys()).containsExactly("\"order 8\""));
  }

  @Test
  void theAnswerIsNotedForTheWarningOfRepeatedRequests() throws Exception {
    guarded(
        newKey(),
        () -> {
          try (LogLines log = LogLines.of("dev.idempotency")) {
            Sent first = new Sent("POST").through(child);
            child.filter(first.context(), answer(201));
            Sent second = new Sent("POST").through(child);
            assertThat(log.texts()).isEmpty();
            child.filter(second.context(), answer(503));
            new Sent("POST").through(child);
            assertThat(log.texts()).hasSize(1);
          }
        });
  }

  private static ClientResponseContext answer(int status) {
    return (ClientResponseContext)
        Proxy.newProxyInstance(
            OutgoingHeaderTest.class.getClassLoader(),
            new Class<?>[] {ClientResponseContext.class},
            (proxy, called, arguments) -> status);
  }
}
