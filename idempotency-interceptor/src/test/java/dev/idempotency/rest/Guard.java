// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.ActiveTransaction;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Call;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.GuardedWork;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.RecordIdentity;
import dev.idempotency.protocol.RunningCall;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Plays the interceptor, which a server would put around a method. */
final class Guard {

  private Guard() {}

  /** Runs the body as the named method of a resource class, once per key. */
  static Object resourceCall(Class<?> resource, String name, Callable<?> body) throws Exception {
    Method method = method(resource, name);
    IncomingRequest request = Beans.get(IncomingRequest.class);
    Optional<String> key =
        request.takeResponseCall(resource, method)
            ? request.key(TestCatalogue.KEY_HEADER)
            : Optional.empty();
    if (key.isEmpty()) {
      return body.call();
    }
    Call call =
        new Call(
            RecordIdentity.of(name, "", key.get()),
            request.fingerprints(),
            TestCatalogue.operation(name),
            request.transactionWasActive()
                ? ActiveTransaction.CALLERS
                : ActiveTransaction.CALLS_AND_SETTLED);
    Answer answer =
        Beans.get(Protocols.class).execute(call, new Work(key.get(), body, request::render));
    request.answerWith(answer);
    return result(answer);
  }

  private static Method method(Class<?> resource, String name) {
    return Arrays.stream(resource.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findAny()
        .orElseThrow();
  }

  /** Runs the body as a bean's method that its caller gives a key. */
  static Object valueCall(String name, String key, Callable<?> body) throws Exception {
    Call call =
        new Call(
            RecordIdentity.of(name, "", key),
            new NothingToCompare(),
            TestCatalogue.operation(name),
            ActiveTransaction.CALLERS);
    Answer answer =
        Beans.get(Protocols.class)
            .execute(call, new Work(key, body, ending -> Outcome.value(new byte[0])));
    return result(answer);
  }

  private static Object result(Answer answer) throws Exception {
    Ending ending =
        answer instanceof Answer.Ran ran
            ? ran.ending()
            : answer instanceof Answer.Pending pending ? pending.ending() : null;
    if (ending instanceof Ending.Threw threw) {
      throw (Exception) threw.failure();
    }
    return ending instanceof Ending.Returned returned ? returned.value() : null;
  }

  private record NothingToCompare() implements Fingerprints {

    @Override
    public Fingerprint current() {
      return Fingerprint.of(1, new byte[Fingerprint.DIGEST_BYTES]);
    }

    @Override
    public Optional<Fingerprint> under(int version) {
      return Optional.of(current());
    }
  }

  private interface Rendering {
    Outcome of(Ending ending) throws Exception;
  }

  private record Work(String key, Callable<?> body, Rendering rendering) implements GuardedWork {

    @Override
    public void endsElsewhere(Attempt attempt) {
      Beans.get(IncomingRequest.class).settleBeforeAnswer(attempt);
    }

    @Override
    public Ending proceed(Attempt attempt) {
      RunningCall outer = RunningCall.enter(attempt, key);
      try {
        return new Ending.Returned(body.call());
      } catch (Exception e) {
        return new Ending.Threw(e, !(e instanceof RuntimeException));
      } finally {
        RunningCall.restore(outer);
      }
    }

    @Override
    public boolean bodyBegan() {
      return true;
    }

    @Override
    public boolean rollsBack(Throwable failure) {
      return failure instanceof RuntimeException;
    }

    @Override
    public Outcome render(Ending ending) throws Exception {
      return rendering.of(ending);
    }
  }
}
