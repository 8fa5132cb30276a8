// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;

/**
 * A node is ready when the application answers a request that reads the database.
 *
 * <p>A server answers 404 until the application is deployed, and 5xx while it has no database. Any
 * other answer will do: with other users than the demo users it is 401.
 */
final class HttpReadiness implements Readiness {

  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int NOT_FOUND = 404;
  private static final int SERVER_ERROR = 500;
  private static final String DEMO_USER = "alice:alice-secret";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final HttpRequest request;

  HttpReadiness(URI uri) {
    String credentials =
        Base64.getEncoder().encodeToString(DEMO_USER.getBytes(StandardCharsets.US_ASCII));
    request =
        HttpRequest.newBuilder(uri)
            .timeout(PATIENCE)
            .header("Authorization", "Basic " + credentials)
            .build();
  }

  @Override
  public boolean isReady() {
    try {
      int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
      return status != NOT_FOUND && status < SERVER_ERROR;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
