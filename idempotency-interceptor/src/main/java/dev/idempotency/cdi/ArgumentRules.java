// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.ExcludedFromFingerprint;
import dev.idempotency.IdempotencyKey;
import jakarta.enterprise.inject.spi.AnnotatedParameter;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Sorts the parameters of a guarded method and refuses those that cannot serve. */
final class ArgumentRules {

  private static final Set<Class<?>> KEY_TYPES =
      Set.of(String.class, UUID.class, long.class, Long.class);

  private final Problems problems;

  ArgumentRules(Problems problems) {
    this.problems = problems;
  }

  ArgumentPlan plan(Candidate candidate) {
    List<Integer> keys = new ArrayList<>();
    List<Integer> compared = new ArrayList<>();
    for (AnnotatedParameter<?> parameter : candidate.method().getParameters()) {
      if (parameter.isAnnotationPresent(IdempotencyKey.class)) {
        keys.add(parameter.getPosition());
        checkKeyType(candidate, parameter.getJavaParameter());
      } else if (!parameter.isAnnotationPresent(ExcludedFromFingerprint.class)) {
        compared.add(parameter.getPosition());
      }
    }
    if (keys.size() > 1) {
      problems.add(
          candidate.where(),
          "has %d parameters annotated @IdempotencyKey; keep one".formatted(keys.size()));
    }
    checkIneffective(candidate, IdempotencyKey.class);
    checkIneffective(candidate, ExcludedFromFingerprint.class);
    return new ArgumentPlan(keys.isEmpty() ? ArgumentPlan.NO_KEY : keys.get(0), compared);
  }

  private void checkKeyType(Candidate candidate, Parameter parameter) {
    if (!KEY_TYPES.contains(parameter.getType())) {
      problems.add(
          candidate.where(),
          "its @IdempotencyKey parameter is a %s; a key is a String, UUID, long or Long"
              .formatted(parameter.getType().getName()));
    }
  }

  /** Parameter annotations are not inherited by an implementing or overriding method. */
  private void checkIneffective(Candidate candidate, Class<? extends Annotation> mark) {
    Method method = candidate.javaMethod();
    for (Method declared : Supertypes.declarations(candidate.javaClass(), method)) {
      for (int i = 0; i < method.getParameterCount(); i++) {
        boolean here = candidate.method().getParameters().get(i).isAnnotationPresent(mark);
        if (!here && declared.getParameters()[i].isAnnotationPresent(mark)) {
          problems.add(
              candidate.where(),
              "@%s on a parameter of %s has no effect; repeat it on the method of the class"
                  .formatted(mark.getSimpleName(), declared.getDeclaringClass().getName()));
        }
      }
    }
  }
}
