// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.ejb.ApplicationException;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Singleton;
import jakarta.ejb.Stateful;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What Jakarta Enterprise Beans annotations say; nothing, on a server without that API. What only a
 * deployment descriptor says is not seen.
 */
final class EjbRules {

  private static final boolean PRESENT = ClassPresence.of("jakarta.ejb.ApplicationException");

  private EjbRules() {}

  static boolean isEnterpriseBean(Class<?> type) {
    return PRESENT
        && Stream.<Class<? extends Annotation>>of(
                Stateless.class, Stateful.class, Singleton.class, MessageDriven.class)
            .anyMatch(type::isAnnotationPresent);
  }

  static boolean managesItsTransactions(Class<?> type) {
    if (!PRESENT) {
      return false;
    }
    TransactionManagement management = type.getAnnotation(TransactionManagement.class);
    return management != null && management.value() == TransactionManagementType.BEAN;
  }

  /** Whether the container suspends or refuses a transaction around the method. */
  static boolean runsWithoutTransaction(Method method) {
    return PRESENT
        && Stream.of(TransactionAttributeType.NEVER, TransactionAttributeType.NOT_SUPPORTED)
            .anyMatch(type -> type == attribute(method));
  }

  /** Whether the container begins a transaction for every call of the method. */
  static boolean beginsTransaction(Method method) {
    return PRESENT && attribute(method) == TransactionAttributeType.REQUIRES_NEW;
  }

  /** The attribute of the method, else of the class that declares it (Enterprise Beans, 8.3.7). */
  private static @Nullable TransactionAttributeType attribute(Method method) {
    TransactionAttribute attribute = method.getAnnotation(TransactionAttribute.class);
    if (attribute == null) {
      attribute = method.getDeclaringClass().getAnnotation(TransactionAttribute.class);
    }
    return attribute == null ? null : attribute.value();
  }

  static boolean isAsynchronous(Class<?> beanClass, Method method) {
    return PRESENT
        && (method.isAnnotationPresent(Asynchronous.class)
            || method.getDeclaringClass().isAnnotationPresent(Asynchronous.class)
            || beanClass.isAnnotationPresent(Asynchronous.class));
  }

  static boolean isApplicationException(Class<?> type) {
    return PRESENT && applicationException(type).isPresent();
  }

  static boolean isRollingBackApplicationException(Class<?> type) {
    return PRESENT && applicationException(type).filter(ApplicationException::rollback).isPresent();
  }

  /** The annotation of the class, else that of the nearest superclass if it is inherited. */
  private static Optional<ApplicationException> applicationException(Class<?> type) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      ApplicationException found = c.getDeclaredAnnotation(ApplicationException.class);
      if (found != null) {
        return c == type || found.inherited() ? Optional.of(found) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
