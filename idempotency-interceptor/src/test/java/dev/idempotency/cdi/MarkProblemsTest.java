// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Marks that would do nothing fail the deployment. */
class MarkProblemsTest {

  @ApplicationScoped
  static class MembersOfArguments {
    @Idempotent(excludedMembers = "/0/clientTimestamp")
    public String run(@IdempotencyKey String key, Map<String, String> content) {
      return key;
    }
  }

  @ApplicationScoped
  @Idempotent(excludedMembers = "/clientTimestamp")
  static class MembersOnClass {
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Configured {
    @Idempotent(operation = "configured.run")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Path("rebuild")
  @ApplicationScoped
  static class Rebuilds {
    @POST
    @Idempotent(rebuild = IllegalStateException.class)
    public void run() {}
  }

  @Path("key")
  @ApplicationScoped
  static class KeyInPath {
    @POST
    @Path("{key}")
    @Idempotent
    public void run(@PathParam("key") @IdempotencyKey String key) {}
  }

  @Path("header")
  @ApplicationScoped
  static class KeyInOtherHeader {
    @POST
    @Idempotent
    public void run(@HeaderParam("X-Request-Id") @IdempotencyKey String key) {}
  }

  @Path("excluded")
  @ApplicationScoped
  static class ExcludesBody {
    @POST
    @Idempotent
    public void run(@ExcludedFromFingerprint String body) {}
  }

  interface Api<T> {
    @POST
    void run(T body);
  }

  @Path("generic")
  @ApplicationScoped
  static class OfGenericInterface implements Api<String> {
    @Override
    @Idempotent
    public void run(@ExcludedFromFingerprint String body) {}
  }

  static List<Arguments> refusals() {
    return List.of(
        refused(MembersOfArguments.class, "excluded members", "@ExcludedFromFingerprint instead"),
        refused(MembersOnClass.class, "excluded members", "@ExcludedFromFingerprint instead"),
        refused(
            Configured.class,
            "property idempotency.operation.configured.run.excluded-members",
            "@ExcludedFromFingerprint instead"),
        refused(Rebuilds.class, "rebuild has no effect", "ExceptionMapper"),
        refused(KeyInPath.class, "@IdempotencyKey on its parameter 1", "header Idempotency-Key"),
        refused(KeyInOtherHeader.class, "@IdempotencyKey on its parameter 1", "guard a bean"),
        refused(ExcludesBody.class, "@ExcludedFromFingerprint on its parameter 1", "by excluded"),
        refused(OfGenericInterface.class, "@ExcludedFromFingerprint on its parameter 1", "body"));
  }

  private static Arguments refused(Class<?> bean, String... parts) {
    return Arguments.of(bean, parts);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void areNamedWithClassMethodReasonAndRemedy(Class<?> bean, String[] parts) {
    Map<String, String> properties =
        bean == Configured.class
            ? Map.of("idempotency.operation.configured.run.excluded-members", "/a")
            : Map.of();
    assertThat(Refusals.problemsOf(properties, bean))
        .contains(bean.getName() + ".run(", "problems found: 1")
        .contains(parts);
  }

  /** Its marks mean the same to a request and to Java code that calls the method. */
  @Path("both")
  @ApplicationScoped
  @Idempotent(excludedMembers = "/clientTimestamp", rebuild = IllegalStateException.class)
  static class BothWays {
    @POST
    @Idempotent(excludedMembers = "/clientTimestamp")
    public void run(
        @HeaderParam("idempotency-key") @IdempotencyKey String key,
        @HeaderParam("Traceparent") @ExcludedFromFingerprint String trace,
        @Context @ExcludedFromFingerprint UriInfo uri,
        String body) {}

    public String helper(@IdempotencyKey String key) {
      return key;
    }
  }

  @Test
  void areLegalWhereARequestAgreesWithThem() {
    TestContainer.of(Map.of("idempotency.excluded-members", "/sent_at"), BothWays.class).close();
  }
}
