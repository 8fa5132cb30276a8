// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import dev.idempotency.stand.node.Node;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A caller of the sample: one user, or nobody. Thread-safe. */
final class Client {

  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(2);
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  static final Client ALICE = new Client("alice");
  static final Client BOB = new Client("bob");
  static final Client OPS = new Client("ops");
  static final Client NOBODY = new Client(null);

  private final @Nullable String user;

  private Client(@Nullable String user) {
    this.user = user;
  }

  Reply post(Node node, Payment payment) {
    return post(node, quoted(payment), payment);
  }

  /** Posts with the header as given, or without it. */
  Reply post(Node node, @Nullable String header, Payment payment) {
    return send(node, transfer(node, header, payment));
  }

  /** Books the payment in the ledger. */
  Reply book(Node node, Payment payment) {
    return send(
        node,
        posting(node, "/api/ledger-entries", payment.json())
            .header("Idempotency-Key", quoted(payment)));
  }

  /** Posts JSON to a path below the application's. */
  Reply post(Node node, String path, String json) {
    return send(node, posting(node, path, json));
  }

  Reply get(Node node, String path) {
    return send(node, request(node, path).GET());
  }

  private static Reply send(Node node, HttpRequest.Builder request) {
    try {
      return Reply.of(HTTP.send(request.build(), body()));
    } catch (IOException e) {
      throw new AssertionError("No answer of node " + node.number(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted while waiting for node " + node.number(), e);
    }
  }

  /** Posts and lets the caller wait; fails where the node breaks the connection. */
  CompletableFuture<Reply> postLater(Node node, Payment payment) {
    return HTTP.sendAsync(transfer(node, quoted(payment), payment).build(), body())
        .thenApply(Reply::of);
  }

  private HttpRequest.Builder transfer(Node node, @Nullable String header, Payment payment) {
    HttpRequest.Builder request = posting(node, "/api/transfers", payment.json());
    return header == null ? request : request.header("Idempotency-Key", header);
  }

  private HttpRequest.Builder posting(Node node, String path, String json) {
    return request(node, path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(json));
  }

  private HttpRequest.Builder request(Node node, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(node.url() + path)).timeout(ANSWER_LIMIT);
    if (user != null) {
      byte[] login = (user + ":" + user + "-secret").getBytes(StandardCharsets.UTF_8);
      request.header("Authorization", "Basic " + Base64.getEncoder().encodeToString(login));
    }
    return request;
  }

  private static BodyHandler<String> body() {
    return BodyHandlers.ofString(StandardCharsets.ISO_8859_1);
  }

  private static String quoted(Payment payment) {
    return '"' + payment.key() + '"';
  }
}
