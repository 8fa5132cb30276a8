// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.transaction.Transactional;
import java.util.List;
import java.util.Optional;

/**
 * Jakarta Transactions' rule for a transaction that is begun for the call (P22): unchecked
 * exceptions roll back unless {@code dontRollbackOn} names them, checked ones don't unless {@code
 * rollbackOn} names them or they are application exceptions that say so.
 */
record RollbackRule(List<Class<?>> rollbackOn, List<Class<?>> dontRollbackOn) {

  static RollbackRule of(Optional<Transactional> transactional) {
    return transactional
        .map(
            given -> new RollbackRule(List.of(given.rollbackOn()), List.of(given.dontRollbackOn())))
        .orElseGet(() -> new RollbackRule(List.of(), List.of()));
  }

  boolean rollsBack(Throwable failure) {
    if (lists(dontRollbackOn, failure)) {
      return false;
    }
    return lists(rollbackOn, failure)
        || !isChecked(failure)
        || EjbRules.isRollingBackApplicationException(failure.getClass());
  }

  private static boolean lists(List<Class<?>> types, Throwable failure) {
    return types.stream().anyMatch(type -> type.isInstance(failure));
  }

  static boolean isChecked(Throwable failure) {
    return !(failure instanceof RuntimeException) && !(failure instanceof Error);
  }
}
