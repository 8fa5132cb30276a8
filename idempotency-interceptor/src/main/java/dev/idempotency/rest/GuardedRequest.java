// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.Retention;
import java.io.IOException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A request to a guarded resource method, from its capture to its answer. */
final class GuardedRequest {

  /**
   * What was captured before anything ran (P1).
   *
   * @param key the key
   * @param fingerprints what the request is compared by
   * @param transactionWasActive whether a transaction was active before the method was called
   */
  record Capture(String key, Fingerprints fingerprints, boolean transactionWasActive) {}

  private final ResourceMethod resource;
  private final GuardedOperation operation;
  private final @Nullable Capture capture;
  private final Renderer renderer;

  private boolean taken;
  private @Nullable Rendering rendering;
  private @Nullable Answer answer;
  private boolean commitFailed;

  /**
   * Begins with what was captured.
   *
   * @param operation the resource method's
   * @param capture null where the request carries no key
   */
  GuardedRequest(
      ResourceMethod resource,
      GuardedOperation operation,
      @Nullable Capture capture,
      Renderer renderer) {
    this.resource = resource;
    this.operation = operation;
    this.capture = capture;
    this.renderer = renderer;
  }

  boolean take(Class<?> beanClass, Method method) {
    if (taken || !resource.runsAs(beanClass, method)) {
      return false;
    }
    taken = true;
    return true;
  }

  String keyHeader() {
    return operation.request().keyHeader();
  }

  Retention retention() {
    return operation.operation().retention();
  }

  @Nullable Capture capture() {
    return capture;
  }

  /** Renders an ending and keeps it for the answer; null for one that nothing maps (P27). */
  @Nullable Outcome render(Ending ending) throws IOException {
    discardRendering();
    Rendering rendered = renderer.render(ending);
    rendering = rendered;
    return rendered == null ? null : rendered.outcome();
  }

  /** What was rendered for an ending, which alone it may stand for. */
  @Nullable Rendering renderingOf(Ending ending) {
    return rendering != null && rendering.ending() == ending ? rendering : null;
  }

  /** Frees what was rendered but will not be sent. */
  void discardRendering() throws IOException {
    if (rendering != null) {
      rendering.discard();
    }
  }

  /**
   * The container's commit failed after the method had returned, or its acknowledgement was lost.
   */
  void commitFailed() {
    commitFailed = true;
    if (answer instanceof Answer.Pending pending) {
      pending.attempt().endIsUnclear();
    }
  }

  boolean hasCommitFailed() {
    return commitFailed;
  }

  void answerWith(Answer answer) {
    this.answer = answer;
  }

  /** The answer; null where the interceptor was never reached. */
  @Nullable Answer answer() {
    return answer;
  }

  /**
   * Whether there is an answer other than a failure: not where the method itself ended by it and
   * nothing maps it.
   */
  boolean answersInPlaceOf(Throwable failure) {
    Ending ending = null;
    if (answer instanceof Answer.Ran ran) {
      ending = ran.ending();
    } else if (answer instanceof Answer.Pending pending) {
      ending = pending.ending();
    }
    boolean onlyFailed =
        ending != null && ending.thrown() == failure && renderingOf(ending) == null;
    return answer != null && !onlyFailed;
  }
}
