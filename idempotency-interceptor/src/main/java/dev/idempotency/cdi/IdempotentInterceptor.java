// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import dev.idempotency.protocol.Answer;
import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Translates an invocation into a call of the protocol and the answer back. It sits outside of
 * {@code @Transactional}, whose interceptor has {@code PLATFORM_BEFORE + 200} (P15).
 */
@Interceptor
@Idempotent
@Priority(IdempotentInterceptor.PRIORITY)
class IdempotentInterceptor implements Serializable {

  static final int PRIORITY = Interceptor.Priority.PLATFORM_BEFORE + 100;

  private static final long serialVersionUID = 1L;

  @Inject GuardedCalls calls;

  @AroundInvoke
  @Nullable Object guard(InvocationContext invocation) throws Exception {
    Optional<GuardedMethod> method = calls.find(invocation);
    if (method.isEmpty()) {
      return invocation.proceed();
    }
    GuardedCall call = calls.open(method.get(), invocation);
    Optional<Answer> answer = calls.answer(call);
    return answer.isPresent() ? call.give(answer.get()) : invocation.proceed();
  }
}
