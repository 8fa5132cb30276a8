// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import dev.idempotency.spi.ScopeResolver;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.persistence.EntityManager;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.SseEventSink;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be honoured fails the deployment, and the message says how to go on. */
class DeploymentProblemsTest {

  @ApplicationScoped
  @SuppressWarnings("UnusedMethod") // never called: it is what the deployment refuses
  static class Private {
    @Idempotent
    private String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Static {
    @Idempotent
    public static String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Dependent
  static class Final {
    @Idempotent
    public final String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Dependent
  @Idempotent
  static class FinalBelowTheClass {
    public final String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Dependent
  static final class OfFinalClass {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Stateless
  @TransactionManagement(TransactionManagementType.BEAN)
  static class BeanManaged {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Stateless
  static class NotSupported {
    @Idempotent
    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Stateless
  @TransactionAttribute(TransactionAttributeType.NEVER)
  static class NeverOnTheClass {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class TransactionalNever {
    @Idempotent
    @Transactional(TxType.NEVER)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  @Transactional(TxType.NOT_SUPPORTED)
  static class TransactionalNotSupported {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class TransactionalRequiresNew {
    @Idempotent
    @Transactional(TxType.REQUIRES_NEW)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class ReturnsStage {
    @Idempotent
    public CompletionStage<String> run(@IdempotencyKey String key) {
      return null;
    }
  }

  @ApplicationScoped
  static class ReturnsFuture {
    @Idempotent
    public Future<String> run(@IdempotencyKey String key) {
      return null;
    }
  }

  @ApplicationScoped
  static class ReturnsPublisher {
    @Idempotent
    public Flow.Publisher<String> run(@IdempotencyKey String key) {
      return null;
    }
  }

  @Stateless
  static class EjbAsynchronous {
    @Idempotent
    @jakarta.ejb.Asynchronous
    public void run(@IdempotencyKey String key) {}
  }

  @ApplicationScoped
  static class FaultToleranceAsynchronous {
    @Idempotent
    @Asynchronous
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Path("suspended")
  @ApplicationScoped
  static class SuspendedResource {
    @POST
    @Idempotent
    public void run(@Suspended AsyncResponse response) {}
  }

  @Path("events")
  @ApplicationScoped
  static class EventResource {
    @POST
    @Idempotent
    public void run(SseEventSink sink) {}
  }

  @Path("stream")
  @ApplicationScoped
  static class StreamResource {
    @POST
    @Idempotent
    public StreamingOutput run() {
      return null;
    }
  }

  @ApplicationScoped
  static class TwoKeys {
    @Idempotent
    public String run(@IdempotencyKey String key, @IdempotencyKey String other) {
      return key;
    }
  }

  @ApplicationScoped
  static class KeyOfWrongType {
    @Idempotent
    public String run(@IdempotencyKey int key) {
      return "";
    }
  }

  @ApplicationScoped
  static class TakesStream {
    @Idempotent
    public String run(@IdempotencyKey String key, InputStream content) {
      return key;
    }
  }

  @ApplicationScoped
  static class TakesEntityManagers {
    @Idempotent
    public String run(@IdempotencyKey String key, List<Optional<EntityManager>> managers) {
      return key;
    }
  }

  @ApplicationScoped
  static class ReturnsThread {
    @Idempotent
    public Thread run(@IdempotencyKey String key) {
      return null;
    }
  }

  @ApplicationScoped
  static class ReturnsObject {
    @Idempotent
    public Object run(@IdempotencyKey String key) {
      return null;
    }
  }

  interface Shape {
    int area();
  }

  @ApplicationScoped
  static class ReturnsInterface {
    @Idempotent
    public List<Shape> run(@IdempotencyKey String key) {
      return null;
    }
  }

  static class NoDefaultConstructor {
    public final int value;

    NoDefaultConstructor(int value, int other) {
      this.value = value + other;
    }
  }

  @ApplicationScoped
  static class ReturnsUnmakeable {
    @Idempotent
    public NoDefaultConstructor run(@IdempotencyKey String key) {
      return null;
    }
  }

  @ApplicationScoped
  static class IllegalName {
    @Idempotent(operation = "Transfers Create")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Overloaded {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }

    @Idempotent
    public String run(@IdempotencyKey String key, int amount) {
      return key;
    }
  }

  @ApplicationScoped
  static class ShortRetention {
    @Idempotent(retention = "PT1H", retryWindow = "P3D")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class ForeverWithoutName {
    @Idempotent(retention = "forever")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class EightDaysWithoutName {
    @Idempotent(retention = "P8D")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class BadDuration {
    @Idempotent(staleAfter = "30s")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class BadPolicy {
    @Idempotent(
        retryOn = IllegalStateException.class,
        replayOn = IllegalStateException.class,
        replayOnStatus = 200)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  static class Unbuildable extends Exception {
    Unbuildable(int code) {
      super("code " + code);
    }
  }

  @ApplicationScoped
  static class BadRebuild {
    @Idempotent(rebuild = Unbuildable.class)
    public String run(@IdempotencyKey String key) throws Unbuildable {
      return key;
    }
  }

  interface GuardedInterface {
    @Idempotent
    String run(@IdempotencyKey String key);
  }

  @ApplicationScoped
  static class ImplementsGuarded implements GuardedInterface {
    @Override
    public String run(String key) {
      return key;
    }
  }

  interface KeyInterface {
    String run(@IdempotencyKey String key);
  }

  @ApplicationScoped
  static class ImplementsKey implements KeyInterface {
    @Override
    @Idempotent
    public String run(String key) {
      return key;
    }
  }

  static Arguments refused(Class<?> bean, String... parts) {
    return Arguments.of(bean, parts);
  }

  static List<Arguments> refusals() {
    return List.of(
        refused(Private.class, "is private", "make it public"),
        refused(Static.class, "is static", "make it an instance method"),
        refused(Final.class, "is final", "remove final"),
        refused(FinalBelowTheClass.class, "is final", "remove final"),
        refused(OfFinalClass.class, "its class is final", "remove final"),
        refused(BeanManaged.class, "manages transactions itself", "use container-managed"),
        refused(NotSupported.class, "NEVER or NOT_SUPPORTED", "use REQUIRED"),
        refused(NeverOnTheClass.class, "NEVER or NOT_SUPPORTED", "use REQUIRED"),
        refused(TransactionalNever.class, "@Transactional(NEVER)", "use REQUIRED"),
        refused(TransactionalNotSupported.class, "@Transactional(NOT_SUPPORTED)", "use REQUIRED"),
        refused(TransactionalRequiresNew.class, "@Transactional(REQUIRES_NEW)", "put REQUIRES_NEW"),
        refused(ReturnsStage.class, "returns java.util.concurrent.CompletionStage", "the result"),
        refused(ReturnsFuture.class, "returns java.util.concurrent.Future", "the result"),
        refused(ReturnsPublisher.class, "returns java.util.concurrent.Flow$Publisher", "result"),
        refused(EjbAsynchronous.class, "is asynchronous", "guard the synchronous method"),
        refused(FaultToleranceAsynchronous.class, "is asynchronous", "guard the synchronous"),
        refused(SuspendedResource.class, "suspends its request", "not supported"),
        refused(EventResource.class, "takes jakarta.ws.rs.sse.SseEventSink", "not supported"),
        refused(
            StreamResource.class, "returns jakarta.ws.rs.core.StreamingOutput", "not supported"),
        refused(TwoKeys.class, "2 parameters annotated @IdempotencyKey", "keep one"),
        refused(KeyOfWrongType.class, "parameter is a int", "String, UUID, long or Long"),
        refused(TakesStream.class, "parameter 2 is a java.io.InputStream", "@ExcludedFromFingerp"),
        refused(TakesEntityManagers.class, "jakarta.persistence.EntityManager", "@Excluded"),
        refused(ReturnsThread.class, "java.lang.Thread", "declare a type"),
        refused(ReturnsObject.class, "java.lang.Object says nothing", "declare a type"),
        refused(ReturnsInterface.class, Shape.class.getName() + " is abstract", "declare a type"),
        refused(ReturnsUnmakeable.class, "has no constructor that Jackson can use", "declare"),
        refused(IllegalName.class, "'Transfers Create'", "such as transfers.create"),
        refused(Overloaded.class, "overloaded.run", "give one of them another"),
        refused(ShortRetention.class, "PT1H is shorter than its retry-window PT72H", "raise"),
        refused(ForeverWithoutName.class, "retention forever", "@Idempotent(operation ="),
        refused(EightDaysWithoutName.class, "PT192H is longer than 7 days", "(operation ="),
        refused(BadDuration.class, "stale-after must be a duration", "'30s'", "PT1S to P1D"),
        refused(BadPolicy.class, "retry-on and replay-on both name", "IllegalStateException"),
        refused(BadPolicy.class, "replay-on-status must be HTTP statuses from 400", "'200'"),
        refused(BadRebuild.class, Unbuildable.class.getName(), "takes a message"),
        refused(ImplementsGuarded.class, "on the interface", "annotate the class"),
        refused(ImplementsKey.class, "@IdempotencyKey on a parameter of", "repeat it"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsTheDeploymentAndNamesClassMethodReasonAndRemedy(Class<?> bean, String[] parts) {
    assertThat(problemsOf(Map.of(), bean)).contains(bean.getName() + ".run(").contains(parts);
  }

  @ApplicationScoped
  static class Tenants implements ScopeResolver {
    @Override
    public String currentScope() {
      return "tenant";
    }
  }

  @ApplicationScoped
  static class OtherTenants extends Tenants {}

  @Test
  void allProblemsAreToldInOneMessage() {
    assertThat(
            problemsOf(
                Map.of("idempotency.retention", "soon"),
                TwoKeys.class,
                BadDuration.class,
                Tenants.class,
                OtherTenants.class))
        .contains("problems found: 5")
        .contains(TwoKeys.class.getName(), BadDuration.class.getName())
        .contains("property idempotency.retention")
        .contains("more than one bean replaces it", Tenants.class.getName());
  }

  @ApplicationScoped
  static class One {
    @Idempotent(operation = "the.same")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Two {
    @Idempotent(operation = "the.same")
    public String walk(@IdempotencyKey String key) {
      return key;
    }
  }

  @Test
  void twoMethodsOfOneOperationAreBothNamed() {
    assertThat(problemsOf(Map.of(), One.class, Two.class))
        .contains("the.same", One.class.getName() + ".run(", Two.class.getName() + ".walk(");
  }

  @ApplicationScoped
  static class NamedAndLong {
    @Idempotent(operation = "money.send", retention = "forever", retryWindow = "P30D")
    public String run(@IdempotencyKey String key) {
      return key;
    }

    @Idempotent(retention = "P7D")
    public String walk(@IdempotencyKey String key) {
      return key;
    }
  }

  @Path("upload")
  @ApplicationScoped
  static class Upload {
    @POST
    @Idempotent
    public Response run(InputStream content) {
      return null;
    }
  }

  @Stateless
  static class NewTransaction {
    @Idempotent
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @Test
  void whatCanBeHonouredDeploys() {
    TestContainer.of(NamedAndLong.class, Upload.class, NewTransaction.class).close();
  }

  static String problemsOf(Map<String, String> properties, Class<?>... beans) {
    Throwable refusal = catchThrowable(() -> TestContainer.of(properties, beans).close());
    assertThat(refusal).as("the deployment fails").isNotNull();
    return refusal.getMessage();
  }
}
