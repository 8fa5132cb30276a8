// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.IdempotencyException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.Retention;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Settles what a request left pending, so that its answer never overtakes the record (P28), and
 * sends a guarded call's answer in place of what the server made of the intercepted method's return
 * (P27). It runs before every other response filter, so that nobody sees the stand-in that the
 * interceptor returned.
 */
final class AnswerFilter implements ContainerResponseFilter {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private final Providers providers;

  AnswerFilter(Providers providers) {
    this.providers = providers;
  }

  @Override
  public void filter(ContainerRequestContext request, ContainerResponseContext response)
      throws IOException {
    ServedRequest served = ServedRequest.find(request);
    if (served != null) {
      answer(served, new AnswerWriter(response, providers));
    }
  }

  private static void answer(ServedRequest served, AnswerWriter writer) throws IOException {
    IdempotencyException unsettled = settle(served.unsettled());
    GuardedRequest guarded = served.guarded();
    Answer answer = guarded == null ? null : settled(guarded.answer());
    if (unsettled != null) {
      answer = new Answer.Refused(unsettled);
    }
    boolean sent = false;
    try {
      sent = answer != null && send(answer, guarded, writer);
    } finally {
      if (guarded != null && !sent) {
        guarded.discardRendering();
      }
    }
  }

  /** Sends an answer; returns whether it is what was rendered. */
  private static boolean send(Answer answer, @Nullable GuardedRequest guarded, AnswerWriter writer)
      throws IOException {
    if (answer instanceof Answer.Ran ran) {
      return guarded != null && sendFirst(ran, guarded, writer);
    }
    if (answer instanceof Answer.Replay replay) {
      writer.sendAgain(replay);
    } else if (answer instanceof Answer.Refused refused) {
      writer.refuse(refused.reason());
    }
    return false;
  }

  private static boolean sendFirst(Answer.Ran ran, GuardedRequest guarded, AnswerWriter writer)
      throws IOException {
    Rendering rendering = guarded.renderingOf(ran.ending());
    Retention kept = ran.outcome() == null ? null : guarded.retention();
    // Of a commit that is only said to have failed, the record tells what became (P24).
    boolean isKnownToHaveCommitted = kept != null && guarded.hasCommitFailed();
    return rendering != null && writer.sendFirst(rendering, kept, isKnownToHaveCommitted);
  }

  /** Settles value calls; returns why the request can't be answered yet, or null. */
  private static @Nullable IdempotencyException settle(List<Attempt> attempts) {
    IdempotencyException unsettled = null;
    for (Attempt attempt : attempts) {
      if (settle(attempt) instanceof Answer.Refused refused
          && refused.reason() instanceof StoreUnavailableException) {
        unsettled = refused.reason();
      }
    }
    return unsettled;
  }

  private static @Nullable Answer settled(@Nullable Answer answer) {
    return answer instanceof Answer.Pending pending ? settle(pending.attempt()) : answer;
  }

  /** Whatever goes wrong here, nobody knows how the call ended: never a success (P23). */
  private static Answer settle(Attempt attempt) {
    try {
      return Beans.get(Protocols.class).settle(attempt);
    } catch (RuntimeException e) {
      UUID id = attempt.fence().id().value();
      return new Answer.Refused(
          new StoreUnavailableException(
              "The end of the call could not be settled for record %s; repeat the call"
                  .formatted(id),
              id,
              RETRY_AFTER,
              e));
    }
  }
}
