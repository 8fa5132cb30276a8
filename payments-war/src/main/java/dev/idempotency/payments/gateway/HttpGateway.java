// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import dev.idempotency.payments.gateway.GatewayException.Failure;
import dev.idempotency.payments.payload.PaymentRequest;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The gateway over HTTP, with one client and its connections for the whole application. */
final class HttpGateway implements Gateway {

  /** A gateway that is there accepts within this; the rest of the timeout is for its work. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

  private static final Logger LOG = System.getLogger(HttpGateway.class.getName());

  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int PAYMENT_REQUIRED = 402;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int CONFLICT = 409;
  private static final int UNPROCESSABLE = 422;
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int INTERNAL_SERVER_ERROR = 500;

  private final URI charges;
  private final Duration timeout;
  private final HttpClient client;

  /**
   * Creates the client; nothing is connected yet.
   *
   * @param url where the gateway is, with or without a slash at its end
   * @param timeout how long one call may take in all
   */
  HttpGateway(URI url, Duration timeout) {
    this.charges = URI.create(url.toString().replaceFirst("/+$", "") + "/charges");
    this.timeout = timeout;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .followRedirects(Redirect.NEVER)
            .version(Version.HTTP_1_1)
            .build();
  }

  @Override
  public Optional<String> charge(String key, PaymentRequest payment) {
    HttpRequest request =
        HttpRequest.newBuilder(charges)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(ChargeJson.write(payment)))
            .build();
    try {
      return interpret(exchange(request));
    } catch (GatewayException e) {
      LOG.log(e.failure() == Failure.KEY_REUSED ? Level.ERROR : Level.WARNING, e.getMessage());
      throw e;
    }
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    CompletableFuture<HttpResponse<String>> answer =
        client.sendAsync(request, BodyHandlers.ofString());
    try {
      // The request's own timeout ends with the headers; this one covers the body as well.
      return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw unavailable("did not answer within " + timeout, e);
    } catch (ExecutionException e) {
      throw unavailable("could not be reached (" + e.getCause() + ")", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("was not waited for: the thread was interrupted", e);
    } finally {
      // Closes the connection of a call that was given up; does nothing to one that has ended.
      answer.cancel(true);
    }
  }

  private Optional<String> interpret(HttpResponse<String> answer) {
    int status = answer.statusCode();
    return switch (status) {
      case OK, CREATED -> Optional.of(chargeId(answer.body()));
      case PAYMENT_REQUIRED -> Optional.empty();
      case UNPROCESSABLE ->
          throw failed(
              Failure.KEY_REUSED,
              "knows this key with another payment; this indicates a bug of this application");
      case REQUEST_TIMEOUT, CONFLICT, TOO_MANY_REQUESTS ->
          throw failed(Failure.UNAVAILABLE, "answered " + status);
      default ->
          throw failed(
              status >= INTERNAL_SERVER_ERROR ? Failure.UNAVAILABLE : Failure.UNINTELLIGIBLE,
              "answered " + status);
    };
  }

  private String chargeId(String body) {
    return ChargeJson.readId(body)
        .orElseThrow(() -> failed(Failure.UNINTELLIGIBLE, "confirmed a charge without its id"));
  }

  private GatewayException failed(Failure failure, String what) {
    return new GatewayException(failure, message(what), null);
  }

  private GatewayException unavailable(String what, @Nullable Throwable cause) {
    return new GatewayException(Failure.UNAVAILABLE, message(what), cause);
  }

  private String message(String what) {
    return "The gateway at " + charges + " " + what + ".";
  }
}
