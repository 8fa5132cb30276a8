// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.IdempotencyException;
import dev.idempotency.UnreadableRecordException;
import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.Retention;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Puts an answer in place of the response that the server is about to send. */
final class AnswerWriter {

  private static final String REPLAYED = "Idempotent-Replayed";
  private static final String EXPIRES = "Idempotency-Key-Expires";
  private static final String NEVER = "never";
  private static final int FIRST_REFUSAL_STATUS = 400;
  private static final Annotation[] NO_ANNOTATIONS = {};

  private final ContainerResponseContext response;
  private final Providers providers;

  AnswerWriter(ContainerResponseContext response, Providers providers) {
    this.response = response;
    this.providers = providers;
  }

  /**
   * Sends what was rendered; a success never replaces a failure that came after it.
   *
   * @param kept how long the outcome is kept; null where none was stored
   * @param committed whether the failure is that of a commit that is known to have happened
   * @return whether it is sent
   */
  boolean sendFirst(Rendering rendering, @Nullable Retention kept, boolean committed)
      throws IOException {
    boolean failedAfterwards =
        rendering.status() < FIRST_REFUSAL_STATUS && response.getStatus() >= FIRST_REFUSAL_STATUS;
    if (failedAfterwards && !committed) {
      return false;
    }
    replaceHeaders(rendering.headers());
    if (kept != null) {
      response.getHeaders().putSingle(EXPIRES, expires(kept.duration().orElse(null)));
    }
    send(rendering.status(), rendering.entity(), rendering.mediaType());
    return true;
  }

  /** Sends a stored response again. */
  void sendAgain(Answer.Replay replay) {
    Outcome outcome = replay.outcome();
    if (outcome.kind() != OutcomeKind.RESPONSE) {
      refuse(noResponse(replay));
      return;
    }
    MediaType mediaType;
    try {
      mediaType = outcome.mediaType() == null ? null : MediaType.valueOf(outcome.mediaType());
    } catch (IllegalArgumentException e) {
      refuse(noMediaType(replay));
      return;
    }
    MultivaluedMap<String, Object> headers = HeaderLines.empty();
    outcome.headers().forEach(line -> headers.add(line.name(), line.value()));
    headers.putSingle(REPLAYED, "true");
    headers.putSingle(EXPIRES, expires(replay.expiresIn()));
    replaceHeaders(headers);
    send(outcome.status(), outcome.body(), mediaType);
  }

  /** Whole seconds, never more than there are. */
  private static String expires(@Nullable Duration left) {
    return left == null ? NEVER : Long.toString(Math.max(0, left.toSeconds()));
  }

  private static UnreadableRecordException noResponse(Answer.Replay replay) {
    return new UnreadableRecordException(
        "Record %s holds a %s, not a response; an operator must look at it"
            .formatted(replay.id(), replay.outcome().kind()),
        replay.id().value());
  }

  private static UnreadableRecordException noMediaType(Answer.Replay replay) {
    return new UnreadableRecordException(
        "Record %s holds a response whose media type is none; an operator must look at it"
            .formatted(replay.id()),
        replay.id().value());
  }

  /** Sends the problem, or what a mapper of the application makes of the reason. */
  <T extends IdempotencyException> void refuse(T reason) {
    @SuppressWarnings("unchecked")
    Class<T> type = (Class<T>) reason.getClass();
    ExceptionMapper<T> mapper = providers.getExceptionMapper(type);
    Response refusal = FailureMapping.map(mapper, reason);
    replaceHeaders(HeaderLines.copy(refusal.getHeaders()));
    Object entity = refusal.hasEntity() ? refusal.getEntity() : null;
    MediaType mediaType = refusal.getMediaType();
    MediaType likely =
        entity instanceof String ? MediaType.TEXT_PLAIN_TYPE : MediaType.APPLICATION_JSON_TYPE;
    send(refusal.getStatus(), entity, mediaType == null ? likely : mediaType);
  }

  private void replaceHeaders(MultivaluedMap<String, Object> headers) {
    response.getHeaders().clear();
    response.getHeaders().putAll(headers);
  }

  /** The status first: RESTEasy warns of an entity under 204. */
  private void send(int status, @Nullable Object entity, @Nullable MediaType type) {
    response.setStatus(status);
    if (entity == null || type == null) {
      response.setEntity(null);
      response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
    } else {
      response.setEntity(entity, NO_ANNOTATIONS, type);
    }
  }
}
