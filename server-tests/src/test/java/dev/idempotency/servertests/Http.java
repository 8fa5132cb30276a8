// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import dev.idempotency.servertests.app.Behaviour;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Posts to the guarded resources of the deployment. */
final class Http {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Not HTTP/2, to which Payara upgrades on request: it then reads no second call of the connection
   * while it works on the first.
   */
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI base;

  Http(URL deployment) {
    this.base = URI.create(deployment + "api/");
  }

  HttpResponse<String> post(String resource, String key, String label, Behaviour behaviour)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(resource))
            .timeout(PATIENCE)
            .header("Content-Type", "text/plain")
            .header("Idempotency-Key", key)
            .header("Behaviour", behaviour.name())
            .POST(HttpRequest.BodyPublishers.ofString(label))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  static boolean isReplay(HttpResponse<String> response) {
    return response.headers().firstValue("Idempotent-Replayed").equals(Optional.of("true"));
  }
}
