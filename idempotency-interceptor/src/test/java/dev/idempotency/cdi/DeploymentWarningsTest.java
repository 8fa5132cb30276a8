// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.protocol.StoreChecks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.Entity;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.List;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.junit.jupiter.api.Test;

/** What is legal but probably not meant is told once, at start. */
class DeploymentWarningsTest {

  private static List<String> warningsOf(Class<?>... beans) {
    try (LogCapture log = LogCapture.start();
        TestContainer container = TestContainer.of(beans)) {
      assertThat(container).isNotNull();
      return List.copyOf(log.warnings());
    }
  }

  interface Api {
    @PATCH
    void patched();
  }

  @Path("things")
  @ApplicationScoped
  static class Things implements Api {
    @GET
    public String read() {
      return "";
    }

    @POST
    @Idempotent
    public void guarded() {}

    @POST
    public void posted() {}

    @PUT
    public void put() {}

    @DELETE
    public void deleted() {}

    @Override
    public void patched() {}
  }

  @Test
  void unsafeResourceMethodsWithoutGuardAreNamedInOneLine() {
    assertThat(warningsOf(Things.class))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .startsWith("Unsafe resource methods without @Idempotent")
                    .contains("Things.posted()", "Things.put()", "Things.deleted()")
                    .contains("Things.patched()")
                    .doesNotContain("Things.guarded()", "Things.read()"));
  }

  @ApplicationScoped
  static class Retried {
    @Retry
    public void repeats() {}

    @Retry
    @Idempotent
    public void guarded(@IdempotencyKey String key) {}
  }

  @ApplicationScoped
  @Retry
  static class AllRetried {
    public void all() {}
  }

  @Test
  void retriedMethodsWithoutGuardAreNamed() {
    assertThat(warningsOf(Retried.class, AllRetried.class))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line)
                    .startsWith("@Retry methods without @Idempotent")
                    .contains("Retried.repeats()", "AllRetried.all()")
                    .doesNotContain("Retried.guarded"));
  }

  @Path("safe")
  @ApplicationScoped
  static class SafeResource {
    @GET
    @Idempotent
    public String read() {
      return "";
    }
  }

  @Test
  void aGuardedSafeMethodIsNamed() {
    assertThat(warningsOf(SafeResource.class))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("safe requests", "SafeResource.read()"));
  }

  @ApplicationScoped
  static class WithoutKey {
    @Idempotent
    public void run(int amount) {}
  }

  @Test
  void aMethodThatCanGetNoKeyIsNamedWhereThereIsNoResource() {
    assertThat(warningsOf(WithoutKey.class))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("WithoutKey.run(int)"));
  }

  static class Base {
    @Idempotent
    public void run(@IdempotencyKey String key) {}
  }

  @ApplicationScoped
  static class Overrides extends Base {
    @Override
    public void run(String key) {}
  }

  @Test
  void anOverrideThatLosesTheGuardIsNamed() {
    assertThat(warningsOf(Overrides.class))
        .anySatisfy(
            line -> assertThat(line).contains("Overrides.run(String)", "is not guarded", "Base"));
  }

  @Entity
  static class Order {
    public int amount;
  }

  @ApplicationScoped
  static class TakesEntity {
    @Idempotent
    public void run(@IdempotencyKey String key, Order order) {}
  }

  @Test
  void anEntityAsArgumentIsNamed() {
    assertThat(warningsOf(TakesEntity.class))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("TakesEntity.run", "entity", "Order"));
  }

  @Path("no-bean")
  static class NoBean {
    NoBean(int capacity) {}

    @POST
    @Idempotent
    public void run() {}
  }

  @Test
  void aGuardedClassThatIsNoBeanIsNamedWithARemedy() {
    assertThat(warningsOf(NoBean.class))
        .singleElement()
        .satisfies(line -> assertThat(line).contains(NoBean.class.getName(), "give it a scope"));
  }

  @ApplicationScoped
  static class WeakDatabase implements StoreChecks {
    @Override
    public List<String> warnings() {
      return List.of("synchronous_commit is off: a crash can lose commits; set it to on");
    }

    @Override
    public List<String> missing() {
      return List.of();
    }
  }

  @ApplicationScoped
  static class AbsentDatabase implements StoreChecks {
    @Override
    public List<String> warnings() {
      throw new IllegalStateException("connection refused");
    }

    @Override
    public List<String> missing() {
      throw new IllegalStateException("connection refused");
    }
  }

  @Test
  void whatTheStoreFindsIsToldAndItsAbsenceDoesNotStopTheStart() {
    assertThat(warningsOf(WeakDatabase.class)).anyMatch(line -> line.contains("a crash can lose"));
    assertThat(warningsOf(AbsentDatabase.class))
        .anyMatch(line -> line.contains("could not be checked"));
  }

  @ApplicationScoped
  static class AllIsWell {
    @Idempotent
    public void run(@IdempotencyKey String key, int amount) {}
  }

  @Test
  void nothingIsToldWhereAllIsWell() {
    assertThat(warningsOf(AllIsWell.class)).isEmpty();
  }
}
