// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.Path;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that answer safe requests, which nothing guards. */
class SafeMethodTest {

  @Path("guarded")
  @ApplicationScoped
  @Idempotent
  static class GuardedResource {
    @GET
    public String read() {
      return "read";
    }
  }

  /** Annotated where it has no effect: each of these methods answers safe requests. */
  @Path("safe")
  @ApplicationScoped
  static class SafeResource implements Reads<Integer> {

    @HttpMethod("TRACE")
    @Retention(RetentionPolicy.RUNTIME)
    @interface Trace {}

    @GET
    @Idempotent(operation = "safe.get")
    public String get() {
      return "get";
    }

    @HEAD
    @Idempotent(operation = "safe.head")
    public String head() {
      return "head";
    }

    @OPTIONS
    @Idempotent(operation = "safe.options")
    public String options() {
      return "options";
    }

    @Trace
    @Idempotent(operation = "safe.trace")
    public String trace() {
      return "trace";
    }

    @Override
    @Idempotent(operation = "safe.generic")
    public String generic(Integer id) {
      return "generic";
    }
  }

  interface Reads<T> {
    @GET
    @Path("{id}")
    String generic(T id);
  }

  private final TestContainer container =
      TestContainer.of(FakeRequest.class, GuardedResource.class, SafeResource.class);

  @AfterEach
  void close() {
    container.close();
  }

  private <T> T serving(String key, String method, String body, Callable<T> work) throws Exception {
    RequestContextController context = container.get(RequestContextController.class);
    context.activate();
    try {
      container.get(FakeRequest.class).send(key, method, body);
      return work.call();
    } finally {
      context.deactivate();
    }
  }

  @Test
  void aSafeMethodOfAGuardedClassPassesUntouched() throws Exception {
    GuardedResource guarded = container.get(GuardedResource.class);
    assertThat(serving(null, "read", "1", guarded::read)).isEqualTo("read");
    assertThat(guarded.read()).isEqualTo("read");
  }

  static Stream<Arguments> safeCalls() {
    return Stream.of(
        Arguments.of("get", (Function<SafeResource, String>) SafeResource::get),
        Arguments.of("head", (Function<SafeResource, String>) SafeResource::head),
        Arguments.of("options", (Function<SafeResource, String>) SafeResource::options),
        Arguments.of("trace", (Function<SafeResource, String>) SafeResource::trace),
        Arguments.of("generic", (Function<SafeResource, String>) safe -> safe.generic(7)));
  }

  @ParameterizedTest
  @MethodSource("safeCalls")
  void aSafeMethodPassesUntouchedAlthoughItIsAnnotated(
      String name, Function<SafeResource, String> call) throws Exception {
    SafeResource safe = container.get(SafeResource.class);
    for (String key : Arrays.asList(null, "k", "a b")) {
      assertThat(serving(key, "", "1", () -> call.apply(safe))).isEqualTo(name);
    }
    assertThat(container.database().find("safe." + name, "", "k")).isEmpty();
  }
}
