// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.ActiveTransaction;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Array;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call of the resource method that a request was dispatched to. */
final class ResponseCall extends GuardedCall {

  private final IncomingRequest request;
  private final StoredContents contents;

  ResponseCall(
      GuardedMethod method,
      InvocationContext invocation,
      IncomingRequest request,
      StoredContents contents) {
    super(method, invocation);
    this.request = request;
    this.contents = contents;
  }

  @Override
  boolean takesKeyFromHeader() {
    return true;
  }

  @Override
  Optional<String> key() {
    return request.key(method.operation().request().keyHeader());
  }

  @Override
  String howToGiveKey() {
    return "send one in the header " + method.operation().request().keyHeader();
  }

  @Override
  Fingerprints fingerprints() {
    return request.fingerprints();
  }

  @Override
  ActiveTransaction activeTransaction() {
    return method.beginsTransaction() || !request.transactionWasActive()
        ? ActiveTransaction.CALLS_AND_SETTLED
        : ActiveTransaction.CALLERS;
  }

  @Override
  public void endsElsewhere(Attempt attempt) {
    request.settleBeforeAnswer(attempt);
  }

  @Override
  void takeKey() {
    HeaderKey.take(request, method);
  }

  @Override
  void releaseKey() {
    request.releaseKey(method.operationName());
  }

  @Override
  public @Nullable Outcome render(Ending ending) throws Exception {
    Outcome outcome = request.render(ending);
    return outcome == null ? null : contents.toStore(method.operation(), outcome);
  }

  /**
   * Leaves the answer for the response filter. What was not run ends without a result, never with
   * an exception, so that the container logs nothing and marks no transaction.
   */
  @Override
  @Nullable Object give(Answer answer) throws Exception {
    request.answerWith(answer);
    if (answer instanceof Answer.Ran ran) {
      return endAs(ran.ending());
    }
    return answer instanceof Answer.Pending pending ? endAs(pending.ending()) : emptyResult();
  }

  private @Nullable Object emptyResult() {
    Class<?> type = invocation.getMethod().getReturnType();
    return type.isPrimitive() && type != void.class
        ? Array.get(Array.newInstance(type, 1), 0)
        : null;
  }
}
