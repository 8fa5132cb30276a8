// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import dev.idempotency.stand.process.Console;
import dev.idempotency.stand.process.Keeper;
import dev.idempotency.stand.process.Leash;
import dev.idempotency.stand.process.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A gateway process of the tests' own, and calls as any client makes them. */
final class GatewayFixture implements AutoCloseable {

  static final String BODY = "{\"amount_in_cents\":10000,\"account_number\":\"56789-0\"}";
  static final String OTHER_BODY = "{\"amount_in_cents\":10001,\"account_number\":\"56789-0\"}";

  private final Leash leash = new Leash();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  final Gateway gateway;

  GatewayFixture(Path folder) {
    List<Integer> ports = Ports.free(2);
    gateway =
        new Gateway(folder, ports.get(0), ports.get(1), new Keeper(leash, Console.silent(), ""));
    gateway.start();
  }

  HttpResponse<String> charge(@Nullable String key, String body)
      throws IOException, InterruptedException {
    return client.send(request("POST", "/charges", key, body), BodyHandlers.ofString());
  }

  CompletableFuture<HttpResponse<String>> chargeLater(@Nullable String key, String body) {
    return client.sendAsync(request("POST", "/charges", key, body), BodyHandlers.ofString());
  }

  HttpResponse<String> call(String method, String path, String body)
      throws IOException, InterruptedException {
    return client.send(request(method, path, null, body), BodyHandlers.ofString());
  }

  private HttpRequest request(String method, String path, @Nullable String key, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.url() + path))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Idempotency-Key", key);
    }
    return request.build();
  }

  @Override
  public void close() {
    gateway.close();
    leash.close();
  }
}
