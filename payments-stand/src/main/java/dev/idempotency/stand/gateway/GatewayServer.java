// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's HTTP side; {@code docs/reference/gateway.md} is its contract.
 *
 * <p>One thread per open call, so that hundreds can be held at once.
 */
final class GatewayServer implements AutoCloseable {

  private static final int BACKLOG = 512;
  private static final int MAX_BODY_BYTES = 1 << 20;

  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int NO_CONTENT = 204;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int UNPROCESSABLE = 422;

  private final Ledger ledger = new Ledger();
  private final CallLog log = new CallLog();
  private final Stage stage = new Stage();
  private final MailSink sink;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  GatewayServer(int port, MailSink sink) throws IOException {
    this.sink = sink;
    server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      route(exchange);
    } catch (BadRequestException e) {
      answer(exchange, BAD_REQUEST, error(e.getMessage()));
    } catch (InterruptedException e) {
      // The simulator ends; the connection is closed without an answer.
      Thread.currentThread().interrupt();
    } finally {
      // Without an answer this closes the connection, with one it is kept for the next call.
      exchange.close();
    }
  }

  private void route(HttpExchange exchange)
      throws IOException, BadRequestException, InterruptedException {
    switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath()) {
      case "POST /charges" -> charge(exchange);
      case "GET /charges" -> answer(exchange, OK, ledger.charges());
      case "DELETE /charges" -> {
        ledger.forget();
        log.forget();
        exchange.sendResponseHeaders(NO_CONTENT, -1);
      }
      case "GET /log" -> answer(exchange, OK, log.calls());
      case "PUT /behaviour" -> answer(exchange, OK, behave(body(exchange)));
      case "GET /mails" -> answer(exchange, OK, sink.mails());
      case "DELETE /mails" -> {
        sink.forget();
        exchange.sendResponseHeaders(NO_CONTENT, -1);
      }
      default -> unknown(exchange);
    }
  }

  private void charge(HttpExchange exchange)
      throws IOException, BadRequestException, InterruptedException {
    String key = key(exchange);
    CallLog.Entry entry = log.arrived(key, exchange.getRequestURI().getPath());
    ChargeRequest request;
    try {
      request = ChargeRequest.parse(body(exchange));
    } catch (BadRequestException e) {
      entry.answered(BAD_REQUEST);
      throw e;
    }
    Behaviour behaviour = stage.forCall();
    Thread.sleep(behaviour.delay().toMillis());
    Integer staged = behaviour.status();
    if (staged != null) {
      answer(exchange, entry, staged, error("The gateway was told to answer " + staged + "."));
      return;
    }
    Optional<Charge> charge = ledger.book(key, request);
    if (behaviour.dropsAfterCharge()) {
      return;
    }
    if (charge.isPresent()) {
      answer(exchange, entry, CREATED, Map.of("charge_id", charge.get().chargeId()));
    } else {
      answer(exchange, entry, UNPROCESSABLE, error("The key was used for another request."));
    }
  }

  private Behaviour behave(byte[] body) throws BadRequestException {
    try {
      Behaviour behaviour = Json.MAPPER.readValue(body, Behaviour.class);
      if (behaviour == null) {
        throw new BadRequestException("The body must be a JSON object.");
      }
      stage.set(behaviour);
      return behaviour;
    } catch (JsonProcessingException e) {
      throw new BadRequestException("Not a behaviour: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new BadRequestException("The body cannot be read.", e);
    }
  }

  private void unknown(HttpExchange exchange) throws IOException {
    CallLog.Entry entry = log.arrived(key(exchange), exchange.getRequestURI().getPath());
    answer(exchange, entry, NOT_FOUND, error("The gateway has no such operation."));
  }

  private static byte[] body(HttpExchange exchange) throws IOException, BadRequestException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    if (bytes.length > MAX_BODY_BYTES) {
      throw new BadRequestException("The body is longer than 1 MiB.");
    }
    return bytes;
  }

  /** The key; its quoted form (RFC 9651) and its bare form mean the same. */
  private static @Nullable String key(HttpExchange exchange) {
    String value = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    if (value == null || value.isBlank()) {
      return null;
    }
    String key = value.trim();
    boolean quoted = key.length() > 1 && key.startsWith("\"") && key.endsWith("\"");
    return quoted ? key.substring(1, key.length() - 1) : key;
  }

  private static Map<String, String> error(@Nullable String message) {
    return Map.of("error", String.valueOf(message));
  }

  private static void answer(HttpExchange exchange, CallLog.Entry entry, int status, Object body)
      throws IOException {
    // Before the bytes leave: whoever has the answer finds it in the log.
    entry.answered(status);
    answer(exchange, status, body);
  }

  private static void answer(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = Json.MAPPER.writeValueAsBytes(body);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
