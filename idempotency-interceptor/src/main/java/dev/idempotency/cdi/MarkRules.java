// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import dev.idempotency.protocol.GuardedOperation;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import org.eclipse.microprofile.config.Config;

/**
 * Refuses marks that would do nothing: those of a request on a method that serves none, and those
 * of arguments on a resource method, whose requests are compared instead.
 *
 * <p>Java code may call a resource method as well, which is a value call. So a mark stays legal
 * where a request agrees with it: {@link IdempotencyKey} on the parameter that is the key's header,
 * {@link ExcludedFromFingerprint} on one that a request isn't compared by either.
 */
final class MarkRules {

  private final Config config;
  private final Problems problems;

  MarkRules(Config config, Problems problems) {
    this.config = config;
    this.problems = problems;
  }

  void check(Candidate candidate, GuardedOperation operation) {
    if (candidate.isResourceMethod()) {
      checkRebuild(candidate);
      for (AnnotatedParameter<?> parameter : candidate.method().getParameters()) {
        checkKey(candidate, parameter, operation.request().keyHeader());
        checkExcluded(candidate, parameter);
      }
    } else {
      checkExcludedMembers(candidate, operation.operation().name());
    }
  }

  /** On a class they are for its resource methods, where it has any. */
  private void checkExcludedMembers(Candidate candidate, String operation) {
    boolean annotated =
        candidate.binding().excludedMembers().length > 0
            && (candidate.explicit() || !WebRules.isResourceClass(candidate.javaClass()));
    String property = Setting.EXCLUDED_MEMBERS.property(operation);
    boolean configured = config.getOptionalValue(property, String.class).isPresent();
    if (annotated || configured) {
      problems.add(
          candidate.where(),
          "its excluded members%s have no effect, because its arguments are compared and not a"
                  .formatted(configured ? " (property " + property + ")" : "")
              + " request; annotate the parameter @ExcludedFromFingerprint instead");
    }
  }

  private void checkRebuild(Candidate candidate) {
    if (candidate.explicit() && candidate.binding().rebuild().length > 0) {
      problems.add(
          candidate.where(),
          "rebuild has no effect on a resource method, whose stored response is sent again; remove"
              + " it, and map the exception by an ExceptionMapper");
    }
  }

  private void checkKey(Candidate candidate, AnnotatedParameter<?> parameter, String keyHeader) {
    if (parameter.isAnnotationPresent(IdempotencyKey.class)
        && !WebRules.isHeader(candidate, parameter.getPosition(), keyHeader)) {
      problems.add(
          candidate.where(),
          ("@IdempotencyKey on its parameter %d has no effect on a resource method, whose key is the"
                  + " request header %s; remove it, or guard a bean that the method calls")
              .formatted(parameter.getPosition() + 1, keyHeader));
    }
  }

  private void checkExcluded(Candidate candidate, AnnotatedParameter<?> parameter) {
    if (parameter.isAnnotationPresent(ExcludedFromFingerprint.class)
        && WebRules.isComparedInRequests(candidate, parameter.getPosition())) {
      problems.add(
          candidate.where(),
          ("@ExcludedFromFingerprint on its parameter %d has no effect on a resource method, whose"
                  + " request is compared; name members of its body by excludedMembers instead")
              .formatted(parameter.getPosition() + 1));
    }
  }
}
