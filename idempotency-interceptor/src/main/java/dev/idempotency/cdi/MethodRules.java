// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import dev.idempotency.Protocol;
import jakarta.enterprise.inject.spi.AnnotatedMethod;
import jakarta.transaction.Transactional;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;

/** Refuses methods that the container cannot intercept, or whose transaction is not ours to use. */
final class MethodRules {

  private static final Set<Transactional.TxType> OUTSIDE_TRANSACTIONS =
      Set.of(Transactional.TxType.NEVER, Transactional.TxType.NOT_SUPPORTED);

  private final Bindings bindings;
  private final Problems problems;

  MethodRules(Bindings bindings, Problems problems) {
    this.bindings = bindings;
    this.problems = problems;
  }

  void check(Candidate candidate) {
    checkModifiers(candidate);
    if (candidate.bean().enterpriseBean()) {
      checkEnterpriseBean(candidate);
    } else {
      checkTransactional(candidate);
    }
  }

  void checkModifiers(Candidate candidate) {
    int modifiers = candidate.javaMethod().getModifiers();
    if (Modifier.isPrivate(modifiers)) {
      refuse(candidate, "is private, so no call of it can be intercepted; make it public");
    }
    if (Modifier.isStatic(modifiers)) {
      refuse(
          candidate, "is static, so no call of it can be intercepted; make it an instance method");
    }
    if (Modifier.isFinal(modifiers) && !BeanClass.cannotBeOverridden(candidate.javaMethod())) {
      refuse(candidate, "is final, so the container cannot intercept it; remove final");
    }
    if (Modifier.isFinal(candidate.javaClass().getModifiers())) {
      refuse(candidate, "its class is final, so the container cannot intercept it; remove final");
    }
  }

  private static boolean takesSteps(Candidate candidate) {
    return candidate.binding().protocol() == Protocol.PHASES;
  }

  private void checkEnterpriseBean(Candidate candidate) {
    if (EjbRules.managesItsTransactions(candidate.javaClass())) {
      refuse(
          candidate,
          "its bean manages transactions itself, so work and outcome cannot commit together; use"
              + " container-managed transactions");
    } else if (takesSteps(candidate)) {
      if (!EjbRules.runsWithoutTransaction(candidate.javaMethod())) {
        refuse(
            candidate,
            "the container runs it in a transaction, but under PHASES each of its steps has one of"
                + " its own; use @TransactionAttribute(NOT_SUPPORTED)");
      }
    } else if (EjbRules.runsWithoutTransaction(candidate.javaMethod())) {
      refuse(
          candidate,
          "its transaction attribute is NEVER or NOT_SUPPORTED, so work and outcome cannot commit"
              + " together; use REQUIRED or REQUIRES_NEW");
    }
  }

  private void checkTransactional(Candidate candidate) {
    AnnotatedMethod<?> method = candidate.method();
    bindings
        .of(candidate.bean().type(), method, Transactional.class)
        .map(Transactional::value)
        .ifPresent(
            type -> {
              if (takesSteps(candidate)) {
                checkOutsideTransaction(candidate, type);
              } else {
                checkType(candidate, type);
              }
            });
  }

  private void checkOutsideTransaction(Candidate candidate, Transactional.TxType type) {
    if (!OUTSIDE_TRANSACTIONS.contains(type) && type != Transactional.TxType.SUPPORTS) {
      refuse(
          candidate,
          ("is @Transactional(%s), but under PHASES each of its steps has a transaction of its own;"
                  + " remove @Transactional or use NOT_SUPPORTED")
              .formatted(type));
    }
  }

  private void checkType(Candidate candidate, Transactional.TxType type) {
    if (OUTSIDE_TRANSACTIONS.contains(type)) {
      refuse(
          candidate,
          "is @Transactional(%s), so work and outcome cannot commit together; use REQUIRED"
              .formatted(type));
    } else if (type == Transactional.TxType.REQUIRES_NEW) {
      refuse(
          candidate,
          "is @Transactional(REQUIRES_NEW), which would commit the work apart from its outcome; use"
              + " REQUIRED, and put REQUIRES_NEW on the caller or on an enterprise bean");
    }
  }

  private void refuse(Candidate candidate, String reasonAndRemedy) {
    problems.add(candidate.where(), reasonAndRemedy);
  }

  /**
   * Finds annotations in places from which CDI does not take them: an interface that the bean
   * implements, or a method that it overrides without repeating them. What answers safe requests is
   * not guarded anyway.
   */
  void checkUnguarded(BeanClass bean, AnnotatedMethod<?> method) {
    if (WebRules.isSafe(bean.javaClass(), method.getJavaMember())) {
      return;
    }
    for (Method declared : Supertypes.declarations(bean.javaClass(), method.getJavaMember())) {
      Class<?> declaring = declared.getDeclaringClass();
      String where = MethodSignature.describe(bean.javaClass(), method.getJavaMember());
      if (declaring.isInterface() && (isGuarded(declared) || isGuarded(declaring))) {
        problems.add(
            where,
            ("@Idempotent on the interface %s has no effect, because interceptors are not inherited"
                    + " from interfaces; annotate the class or its method")
                .formatted(declaring.getName()));
      } else if (!declaring.isInterface() && isGuarded(declared)) {
        Log.warn(
            "%s is not guarded: it overrides %s.%s without repeating its @Idempotent"
                .formatted(where, declaring.getName(), declared.getName()));
      }
    }
  }

  private static boolean isGuarded(AnnotatedElement place) {
    return place.isAnnotationPresent(Idempotent.class);
  }
}
