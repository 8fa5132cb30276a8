// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Answer;
import dev.idempotency.protocol.Attempt;
import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.FingerprintSource;
import dev.idempotency.protocol.IncomingRequest;
import dev.idempotency.protocol.Outcome;
import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request as the interceptor sees it: a bean, because the interceptor knows no JAX-RS. Where no
 * JAX-RS request is served, it holds no key and no response call.
 */
@RequestScoped
class JaxRsRequest implements IncomingRequest {

  private static final String DEFAULT_HEADER = "Idempotency-Key";

  private @Nullable GuardedRequest guarded;
  private @Nullable MultivaluedMap<String, String> headers;
  private final Set<String> takenKeys = new HashSet<>();
  private final List<Attempt> unsettled = new ArrayList<>();

  // The methods are public: how a container's proxy treats others is its own affair.

  /** The resource method is guarded. */
  public void begin(GuardedRequest request) {
    guarded = request;
  }

  /** The resource method is not guarded, but may call something that is. */
  public void begin(MultivaluedMap<String, String> requestHeaders) {
    headers = requestHeaders;
  }

  /** The guarded request; null where the resource method isn't guarded or wasn't reached. */
  public @Nullable GuardedRequest guardedRequest() {
    return guarded;
  }

  /** The attempts of value calls that are to be settled before the request is answered (P28). */
  public List<Attempt> unsettled() {
    return unsettled;
  }

  @Override
  public boolean takeResponseCall(Class<?> beanClass, Method method) {
    return guarded != null && guarded.take(beanClass, method);
  }

  @Override
  public Optional<String> key() {
    if (guarded != null) {
      return Optional.ofNullable(guarded.capture()).map(GuardedRequest.Capture::key);
    }
    List<String> lines = headers == null ? List.of() : HeaderLines.of(headers, DEFAULT_HEADER);
    return lines.isEmpty() ? Optional.empty() : Optional.of(KeyHeader.parse(DEFAULT_HEADER, lines));
  }

  @Override
  public boolean takeKey(String operation) {
    return takenKeys.add(operation);
  }

  @Override
  public void releaseKey(String operation) {
    takenKeys.remove(operation);
  }

  @Override
  public FingerprintSource fingerprints() {
    return capture().fingerprints();
  }

  @Override
  public boolean transactionWasActive() {
    return capture().transactionWasActive();
  }

  @Override
  public Outcome render(Ending ending) throws IOException {
    return guarded().render(ending);
  }

  @Override
  public void answerWith(Answer answer) {
    guarded().answerWith(answer);
  }

  @Override
  public void settleBeforeAnswer(Attempt attempt) {
    unsettled.add(attempt);
  }

  private GuardedRequest.Capture capture() {
    GuardedRequest.Capture capture = guarded().capture();
    if (capture == null) {
      throw new IllegalStateException("The request carries no key, so nothing of it was captured");
    }
    return capture;
  }

  private GuardedRequest guarded() {
    if (guarded == null) {
      throw new IllegalStateException("No guarded resource method serves the current request");
    }
    return guarded;
  }
}
