// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.gateway;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A real HTTP server on a free port that answers as a test says. */
final class StagedGateway implements AutoCloseable {

  /** How the next calls are answered. */
  interface Script {
    void answer(HttpExchange exchange) throws IOException;
  }

  record Received(String method, String path, String key, String contentType, String body) {}

  final List<Received> calls = new CopyOnWriteArrayList<>();
  final CountDownLatch arrived = new CountDownLatch(1);

  private final CountDownLatch released = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;
  private volatile Script script = exchange -> reply(exchange, 500, "");

  StagedGateway() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI url() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  void answers(int status, String body) {
    script = exchange -> reply(exchange, status, body);
  }

  /** Receives the call and stays silent until the test has ended. */
  void staysSilent() {
    script = exchange -> awaitEnd();
  }

  /** Sends the headers of a success and the body only when the test has ended. */
  void stallsAfterTheHeaders() {
    script =
        exchange -> {
          exchange.sendResponseHeaders(201, 100);
          exchange.getResponseBody().flush();
          awaitEnd();
        };
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    calls.add(
        new Received(
            exchange.getRequestMethod(),
            exchange.getRequestURI().getPath(),
            exchange.getRequestHeaders().getFirst("Idempotency-Key"),
            exchange.getRequestHeaders().getFirst("Content-Type"),
            body));
    arrived.countDown();
    script.answer(exchange);
    exchange.close();
  }

  private static void reply(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private void awaitEnd() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    released.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
