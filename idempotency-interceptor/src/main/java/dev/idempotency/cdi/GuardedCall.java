// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.ActiveTransaction;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.GuardedWork;
import dev.idempotency.protocol.RunningCall;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One invocation of a guarded method and its translation. Used by one thread. */
abstract class GuardedCall implements GuardedWork {

  final GuardedMethod method;
  final InvocationContext invocation;
  private final BodyMark body;

  /** What {@link #key()} was when the call was captured; never changed afterwards (P1). */
  private String capturedKey = "";

  GuardedCall(GuardedMethod method, InvocationContext invocation) {
    this.method = method;
    this.invocation = invocation;
    this.body = BodyMark.attachTo(invocation);
  }

  /**
   * Takes the key.
   *
   * @return the key; empty where the call carries none
   * @throws dev.idempotency.InvalidKeyException if it carries one that is not legal
   */
  abstract Optional<String> key();

  /** Notes the key that the call was captured with. */
  final void captured(String key) {
    capturedKey = key;
  }

  /** Whether the key is that of the request, rather than one that Java code passes. */
  abstract boolean takesKeyFromHeader();

  /** What a caller without a key is told to do. */
  abstract String howToGiveKey();

  /** What the call is compared by. */
  abstract Fingerprints fingerprints();

  /** Whose a transaction is that is active on arrival. */
  abstract ActiveTransaction activeTransaction();

  /** Notes that the call's record takes its key, as far as the key can serve only one (P3). */
  abstract void takeKey();

  /** Notes that the call ended as a retry, so that its key may be used again (P3). */
  abstract void releaseKey();

  /**
   * Gives the answer to the caller.
   *
   * @return what the interceptor returns
   * @throws Exception what the interceptor throws
   */
  abstract @Nullable Object give(Answer answer) throws Exception;

  @Override
  public final Ending proceed(Attempt attempt) {
    RunningCall outer = RunningCall.enter(attempt, capturedKey);
    try {
      return new Ending.Returned(invocation.proceed());
    } catch (Throwable e) {
      return new Ending.Threw(e, Failures.isDeclared(e));
    } finally {
      RunningCall.restore(outer);
    }
  }

  /** Whether the answer leaves the key to a further try. */
  final boolean endedAsRetry(Answer answer) {
    if (answer instanceof Answer.Ran ran) {
      return ran.outcome() == null;
    }
    if (answer instanceof Answer.Refused refused) {
      return refused.reason().retryAfter().isPresent();
    }
    return answer instanceof Answer.Pending pending && pending.attempt().givesKeyBack();
  }

  @Override
  public final boolean bodyBegan() {
    return body.isSet();
  }

  @Override
  public final boolean rollsBack(Throwable failure) {
    return method.rollback().rollsBack(failure);
  }

  /** Ends the interceptor as the method ended. */
  static @Nullable Object endAs(Ending ending) throws Exception {
    if (ending instanceof Ending.Returned returned) {
      return returned.value();
    }
    throw asException(((Ending.Threw) ending).failure());
  }

  static Exception asException(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof Exception e ? e : new UndeclaredThrowableException(failure);
  }
}
