// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Where a thread of the model stops: before a call of a port.
 *
 * @param name what comes next
 * @param actions how it may go
 * @param ready whether it can go on now; a thread that waits for a lock cannot
 * @param local whether nobody else can tell when it happens, so that its order with what others do
 *     need not be tried
 */
record ModelPoint(String name, Set<ModelAction> actions, BooleanSupplier ready, boolean local) {

  static ModelPoint of(String name, Set<ModelAction> actions) {
    return new ModelPoint(name, actions, () -> true, false);
  }

  static ModelPoint local(String name, Set<ModelAction> actions) {
    return new ModelPoint(name, actions, () -> true, true);
  }

  static ModelPoint when(BooleanSupplier ready, String name, Set<ModelAction> actions) {
    return new ModelPoint(name, actions, ready, false);
  }
}
