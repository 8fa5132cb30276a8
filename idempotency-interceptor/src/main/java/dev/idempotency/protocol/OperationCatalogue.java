// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.lang.reflect.Method;
import java.util.Optional;

/** The guarded operations of the deployment, complete before the first call. Thread-safe. */
public interface OperationCatalogue {

  /**
   * Finds the guarded operation of a method.
   *
   * @param beanClass the bean's class, possibly a subclass that the container generated
   * @param method the method, possibly as declared by a superclass or an interface of the bean
   * @return the operation; empty where the method is not guarded, as one that answers safe requests
   *     never is
   */
  Optional<GuardedOperation> find(Class<?> beanClass, Method method);
}
