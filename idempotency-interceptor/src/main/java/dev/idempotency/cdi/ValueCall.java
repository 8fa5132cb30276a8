// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.UnreadableRecordException;
import dev.idempotency.protocol.ActiveTransaction;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Causes;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import jakarta.interceptor.InvocationContext;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A call of a bean's method by Java code, whose result is a value or an exception. */
final class ValueCall extends GuardedCall {

  private final @Nullable IncomingRequest request;
  private final ResultJson results;
  private final StoredContents contents;

  ValueCall(
      GuardedMethod method,
      InvocationContext invocation,
      @Nullable IncomingRequest request,
      ResultJson results,
      StoredContents contents) {
    super(method, invocation);
    this.request = request;
    this.results = results;
    this.contents = contents;
  }

  @Override
  Optional<String> key() {
    if (method.arguments().hasKey()) {
      return KeyArgument.read(invocation.getParameters()[method.arguments().keyIndex()]);
    }
    return request == null
        ? Optional.empty()
        : request.key(method.operation().request().keyHeader());
  }

  @Override
  String howToGiveKey() {
    return takesKeyFromHeader()
        ? "annotate a parameter of %s with @IdempotencyKey, or call it while a request with the header %s is served"
            .formatted(method.where(), method.operation().request().keyHeader())
        : "pass one to " + method.where();
  }

  @Override
  Fingerprints fingerprints() {
    return ArgumentFingerprints.of(method, invocation.getParameters());
  }

  @Override
  ActiveTransaction activeTransaction() {
    return method.beginsTransaction() ? ActiveTransaction.CALLS : ActiveTransaction.CALLERS;
  }

  @Override
  public void endsElsewhere(Attempt attempt) {
    if (request != null) {
      request.settleBeforeAnswer(attempt);
    }
  }

  @Override
  void takeKey() {
    if (takesKeyFromHeader()) {
      HeaderKey.take(Objects.requireNonNull(request), method);
    }
  }

  @Override
  void releaseKey() {
    if (takesKeyFromHeader()) {
      Objects.requireNonNull(request).releaseKey(method.operationName());
    }
  }

  @Override
  boolean takesKeyFromHeader() {
    return !method.arguments().hasKey();
  }

  @Override
  public Outcome render(Ending ending) {
    Outcome outcome =
        ending instanceof Ending.Threw threw
            ? Failures.outcome(threw.failure())
            : Outcome.value(results.write(method, ((Ending.Returned) ending).value()));
    return contents.toStore(method.operation(), outcome);
  }

  @Override
  @Nullable Object give(Answer answer) throws Exception {
    if (answer instanceof Answer.Ran ran) {
      return endAs(ran.ending());
    }
    if (answer instanceof Answer.Pending pending) {
      return endAs(pending.ending());
    }
    if (answer instanceof Answer.Replay replay) {
      return replay(replay);
    }
    throw ((Answer.Refused) answer).reason();
  }

  private @Nullable Object replay(Answer.Replay replay) throws Exception {
    Outcome outcome = replay.outcome();
    if (outcome.kind() == OutcomeKind.FAILURE && outcome.failure() != null) {
      throw asException(Failures.replayed(method.rebuild(), replay, outcome.failure()));
    }
    if (outcome.kind() != OutcomeKind.VALUE || outcome.body() == null) {
      throw unreadable(replay, "it holds no value");
    }
    try {
      return results.read(method, outcome.body());
    } catch (IOException e) {
      // Jackson's message may quote the value.
      String fact = "its value is no JSON of %s (%s)";
      throw unreadable(replay, fact.formatted(method.result().toCanonical(), Causes.describe(e)));
    }
  }

  private UnreadableRecordException unreadable(Answer.Replay replay, String reason) {
    return new UnreadableRecordException(
        ("Record %s of %s cannot be read back: %s. It was not run again; deploy the code that"
                + " wrote it, or let an operator look at the record")
            .formatted(replay.id(), method.where(), reason),
        replay.id().value());
  }
}
