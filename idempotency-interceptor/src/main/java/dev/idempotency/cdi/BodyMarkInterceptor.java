// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.Idempotent;
import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * The innermost interceptor: passing it means that nothing stands before the method's body any more
 * (P26), neither validation nor another interceptor.
 */
@Interceptor
@Idempotent
@Priority(Integer.MAX_VALUE)
class BodyMarkInterceptor implements Serializable {

  private static final long serialVersionUID = 1L;

  @AroundInvoke
  @Nullable Object mark(InvocationContext invocation) throws Exception {
    BodyMark.setOn(invocation);
    return invocation.proceed();
  }
}
