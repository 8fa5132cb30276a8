// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.spi.DeliveryResult;
import dev.idempotency.spi.OutboxDelivery;
import dev.idempotency.spi.OutboxMessage;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Posts messages to a URL, the message's id as {@code Idempotency-Key}. A status of 2xx is a
 * delivery; 408, 425, 429, 5xx, and 409 with a {@code Retry-After}, are tried again, and not before
 * a {@code Retry-After} in seconds; any other status gives the message up.
 */
public final class HttpDelivery implements OutboxDelivery {

  private static final Set<Integer> RETRIED = Set.of(408, 425, 429);
  private static final int CONFLICT = 409;
  private static final int FIRST_SUCCESS = 200;
  private static final int FIRST_REDIRECT = 300;
  private static final int FIRST_SERVER_ERROR = 500;

  private final String destination;
  private final URI url;
  private final HttpClient client;

  /**
   * Creates the delivery.
   *
   * @param destination the destination's name
   * @param url where to post
   * @param client may be shared by several destinations
   */
  public HttpDelivery(String destination, URI url, HttpClient client) {
    this.destination = destination;
    this.url = url;
    this.client = client;
  }

  @Override
  public String destination() {
    return destination;
  }

  @Override
  public DeliveryResult deliver(OutboxMessage message) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url)
            .timeout(message.timeout())
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.payload()));
    message.headers().forEach(request::setHeader);
    request.setHeader("Content-Type", message.mediaType());
    request.setHeader("Idempotency-Key", message.id().toString());
    return result(client.send(request.build(), HttpResponse.BodyHandlers.discarding()));
  }

  private static DeliveryResult result(HttpResponse<Void> response) {
    int status = response.statusCode();
    if (status >= FIRST_SUCCESS && status < FIRST_REDIRECT) {
      return DeliveryResult.delivered();
    }
    Optional<Duration> after = retryAfter(response);
    String reason = "HTTP status " + status;
    boolean isRetried =
        RETRIED.contains(status)
            || status >= FIRST_SERVER_ERROR
            || (status == CONFLICT && after.isPresent());
    if (!isRetried) {
      return DeliveryResult.abandon(reason);
    }
    return after
        .map(wait -> DeliveryResult.retry(reason, wait))
        .orElseGet(() -> DeliveryResult.retry(reason));
  }

  /** In seconds; a date would have to be compared with this node's clock. */
  private static Optional<Duration> retryAfter(HttpResponse<Void> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(value -> value.matches("[0-9]{1,9}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
  }
}
