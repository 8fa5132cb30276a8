// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Fingerprints;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The request as the interceptor sees it: a bean, because the interceptor knows no JAX-RS. Where no
 * JAX-RS request is served, it holds no key and no response call.
 */
@RequestScoped
class JaxRsRequest implements IncomingRequest {

  private @Nullable ServedRequest served;

  /** Public, like all the others: how a container's proxy treats the rest is its own affair. */
  public void begin(ServedRequest request) {
    served = request;
  }

  /** Frees the file of an answer that was never sent, or not read to its end. */
  @PreDestroy
  void end() {
    GuardedRequest guarded = guardedRequest();
    if (guarded != null) {
      try {
        guarded.discardRendering();
      } catch (IOException e) {
        throw new UncheckedIOException("A rendered answer could not be discarded", e);
      }
    }
  }

  /** The request to a guarded method; null where none is served. */
  public @Nullable GuardedRequest guardedRequest() {
    return served == null ? null : served.guarded();
  }

  @Override
  public boolean takeResponseCall(Class<?> beanClass, Method method) {
    GuardedRequest guarded = guardedRequest();
    return guarded != null && guarded.take(beanClass, method);
  }

  @Override
  public Optional<String> key(String headerName) {
    if (served == null) {
      return Optional.empty();
    }
    GuardedRequest guarded = served.guarded();
    if (guarded != null && guarded.keyHeader().equalsIgnoreCase(headerName)) {
      return Optional.ofNullable(guarded.capture()).map(GuardedRequest.Capture::key);
    }
    List<String> lines = HeaderLines.of(served.headers(), headerName);
    return lines.isEmpty() ? Optional.empty() : Optional.of(KeyHeader.parse(headerName, lines));
  }

  @Override
  public boolean takeKey(String operation) {
    return served().takenKeys().add(operation);
  }

  @Override
  public void releaseKey(String operation) {
    served().takenKeys().remove(operation);
  }

  @Override
  public Fingerprints fingerprints() {
    return capture().fingerprints();
  }

  @Override
  public boolean transactionWasActive() {
    return capture().transactionWasActive();
  }

  @Override
  public @Nullable Outcome render(Ending ending) throws IOException {
    return guarded().render(ending);
  }

  @Override
  public void answerWith(Answer answer) {
    guarded().answerWith(answer);
  }

  /** Does nothing where no answer can overtake the record. */
  @Override
  public void settleBeforeAnswer(Attempt attempt) {
    if (served != null) {
      served.unsettled().add(attempt);
    }
  }

  private ServedRequest served() {
    if (served == null) {
      throw new IllegalStateException("No JAX-RS request is served");
    }
    return served;
  }

  private GuardedRequest guarded() {
    GuardedRequest guarded = guardedRequest();
    if (guarded == null) {
      throw new IllegalStateException("No guarded resource method serves the current request");
    }
    return guarded;
  }

  private GuardedRequest.Capture capture() {
    GuardedRequest.Capture capture = guarded().capture();
    if (capture == null) {
      throw new IllegalStateException("The request carries no key, so nothing of it was captured");
    }
    return capture;
  }
}
