// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.JavaType;
import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import java.lang.annotation.Annotation;
import java.util.Set;
import java.util.stream.Stream;

/** Refuses methods whose work goes on after they return, and values that have no JSON form. */
final class ValueRules {

  /** By name, so that none of their libraries need be there. */
  private static final Set<String> ASYNCHRONOUS_MARKS =
      Set.of(
          "org.eclipse.microprofile.faulttolerance.Asynchronous",
          "jakarta.enterprise.concurrent.Asynchronous",
          "io.smallrye.faulttolerance.api.AsynchronousNonBlocking");

  private static final String SUSPENDED = "jakarta.ws.rs.container.Suspended";

  private final Problems problems;

  ValueRules(Problems problems) {
    this.problems = problems;
  }

  void check(Candidate candidate) {
    checkAsynchronous(candidate);
    if (!candidate.isResourceMethod()) {
      checkArguments(candidate);
      checkResult(candidate);
    }
  }

  private void checkAsynchronous(Candidate candidate) {
    Stream<Annotation> marks =
        Stream.concat(
            candidate.method().getAnnotations().stream(),
            candidate.bean().type().getAnnotations().stream());
    boolean marked =
        marks.anyMatch(mark -> ASYNCHRONOUS_MARKS.contains(mark.annotationType().getName()));
    if (marked || EjbRules.isAsynchronous(candidate.javaClass(), candidate.javaMethod())) {
      problems.add(
          candidate.where(),
          "is asynchronous, so its outcome is not known when it returns; guard the synchronous"
              + " method that does the work");
    }
    TypeRules.asynchronous(candidate.javaMethod().getReturnType())
        .ifPresent(type -> refuseAsynchronous(candidate, "returns " + type));
    for (AnnotatedParameter<?> parameter : candidate.method().getParameters()) {
      TypeRules.asynchronous(parameter.getJavaParameter().getType())
          .ifPresent(type -> refuseAsynchronous(candidate, "takes " + type));
      if (parameter.getAnnotations().stream()
          .anyMatch(mark -> mark.annotationType().getName().equals(SUSPENDED))) {
        refuseAsynchronous(candidate, "suspends its request");
      }
    }
  }

  private void refuseAsynchronous(Candidate candidate, String what) {
    problems.add(
        candidate.where(),
        what
            + ", so its outcome is not known when it returns; asynchronous and streaming methods"
            + " are not supported: return the result itself");
  }

  private void checkArguments(Candidate candidate) {
    for (AnnotatedParameter<?> parameter : candidate.method().getParameters()) {
      boolean compared =
          !parameter.isAnnotationPresent(IdempotencyKey.class)
              && !parameter.isAnnotationPresent(ExcludedFromFingerprint.class);
      if (compared) {
        checkArgument(candidate, parameter.getPosition());
      }
    }
  }

  private void checkArgument(Candidate candidate, int index) {
    JavaType type = Json.argumentType(candidate.javaClass(), candidate.javaMethod(), index);
    TypeRules.identityBased(type)
        .ifPresent(
            name ->
                problems.add(
                    candidate.where(),
                    ("its parameter %d is a %s, by which a retry cannot be compared; annotate it"
                            + " @ExcludedFromFingerprint, or pass its content")
                        .formatted(index + 1, name)));
    if (TypeRules.isEntity(type)) {
      Log.warn(
          ("%s: its parameter %d is the entity %s. Its state when the method is called is what a"
                  + " retry is compared by; pass a value that persisting does not change")
              .formatted(candidate.where(), index + 1, type.getRawClass().getName()));
    }
  }

  private void checkResult(Candidate candidate) {
    JavaType type = Json.resultType(candidate.javaClass(), candidate.javaMethod());
    if (TypeRules.asynchronous(type.getRawClass()).isPresent()) {
      return;
    }
    TypeRules.identityBased(type)
        .or(() -> ResultJson.whyUnreadable(type))
        .ifPresent(
            reason ->
                problems.add(
                    candidate.where(),
                    ("its result, a %s, cannot be stored and given back to a retry (%s); declare a"
                            + " type that Jackson can write and read")
                        .formatted(type.toCanonical(), reason)));
  }
}
