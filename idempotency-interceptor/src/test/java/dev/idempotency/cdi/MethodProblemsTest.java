// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.transaction.Transactional;
import jakarta.transaction.Transactional.TxType;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that cannot be intercepted, or whose transaction is not ours to use. */
class MethodProblemsTest {

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
        refused(ImplementsGuarded.class, "on the interface", "annotate the class"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsTheDeploymentAndNamesClassMethodReasonAndRemedy(Class<?> bean, String[] parts) {
    assertThat(Refusals.problemsOf(Map.of(), bean))
        .contains(bean.getName() + ".run(")
        .contains(parts);
  }
}
