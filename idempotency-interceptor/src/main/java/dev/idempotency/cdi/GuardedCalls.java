// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.AnonymousCallerException;
import dev.idempotency.AnonymousCallers;
import dev.idempotency.IdempotencyException;
import dev.idempotency.InvalidKeyException;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Call;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Measured;
import dev.idempotency.protocol.RecordIdentity;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.interceptor.InvocationContext;
import java.util.Optional;

/** Captures guarded calls once, before anything runs (P1), and has the protocol answer them. */
@ApplicationScoped
class GuardedCalls {

  @Inject Catalogue catalogue;
  @Inject CurrentRequest requests;
  @Inject CallerScope scope;
  @Inject StoredContents contents;
  @Inject Measured protocol;

  private final ResultJson results = new ResultJson();

  /** Finds what guards an invocation; empty where nothing does, as for a safe resource method. */
  Optional<GuardedMethod> find(InvocationContext invocation) {
    return catalogue.guarded(beanClass(invocation), invocation.getMethod());
  }

  /** Tells a response call from a value call (P3). */
  GuardedCall open(GuardedMethod method, InvocationContext invocation) {
    IncomingRequest request = requests.find().orElse(null);
    return request != null
            && request.takeResponseCall(beanClass(invocation), invocation.getMethod())
        ? new ResponseCall(method, invocation, request, contents)
        : new ValueCall(method, invocation, request, results, contents);
  }

  /** Runs or answers a call; empty where it carries no key and needs none. */
  Optional<Answer> answer(GuardedCall call) {
    try {
      return capture(call).map(captured -> execute(captured, call));
    } catch (IdempotencyException e) {
      return Optional.of(new Answer.Refused(e));
    }
  }

  private Optional<Call> capture(GuardedCall call) {
    Optional<String> key = call.key();
    if (key.isEmpty() && call.method.operation().keyRequired()) {
      throw new InvalidKeyException(
          InvalidKeyException.Reason.MISSING,
          "Operation %s needs a key and the call carries none; %s"
              .formatted(call.method.operationName(), call.howToGiveKey()));
    }
    return key.flatMap(given -> capture(call, given));
  }

  private Optional<Call> capture(GuardedCall call, String key) {
    String whose = scope.current();
    if (whose.isEmpty() && call.takesKeyFromHeader()) {
      AnonymousCallers rule = call.method.operation().anonymous();
      if (rule == AnonymousCallers.REFUSED) {
        throw new AnonymousCallerException(
            "Operation %s takes keys of authenticated callers only; authenticate and repeat"
                .formatted(call.method.operationName()));
      }
      if (rule == AnonymousCallers.UNGUARDED) {
        return Optional.empty();
      }
    }
    call.captured(key);
    return Optional.of(
        new Call(
            RecordIdentity.of(call.method.operationName(), whose, key),
            call.fingerprints(),
            call.method.operation().operation(),
            call.activeTransaction()));
  }

  private Answer execute(Call captured, GuardedCall call) {
    call.takeKey();
    boolean isRetry = true;
    try {
      Answer answer = protocol.execute(captured, call);
      isRetry = call.endedAsRetry(answer);
      return answer;
    } finally {
      if (isRetry) {
        call.releaseKey();
      }
    }
  }

  private static Class<?> beanClass(InvocationContext invocation) {
    Object target = invocation.getTarget();
    return target == null ? invocation.getMethod().getDeclaringClass() : target.getClass();
  }
}
