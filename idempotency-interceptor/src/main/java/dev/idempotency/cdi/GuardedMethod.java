// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.JavaType;
import dev.idempotency.protocol.GuardedOperation;
import java.util.Set;

/**
 * All that a call of a guarded method needs to know, worked out at deployment.
 *
 * @param where class and method, for messages
 * @param operation the operation's settings
 * @param arguments what each argument is for
 * @param result the declared return type
 * @param rollback when a transaction that is begun for the call rolls back
 * @param rebuild classes of exceptions that a replay throws again
 * @param beginsTransaction whether the container begins a transaction for every call
 */
record GuardedMethod(
    String where,
    GuardedOperation operation,
    ArgumentPlan arguments,
    JavaType result,
    RollbackRule rollback,
    Set<Class<? extends Throwable>> rebuild,
    boolean beginsTransaction) {

  String operationName() {
    return operation.operation().name();
  }
}
