// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.idempotency.stand.process.StandException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Starts and stops by hand what the stand does not start again: {@code POST /postgres/start} and
 * the like, on the loopback address.
 */
final class Control implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;

  private final Map<String, Runnable> commands;
  private final HttpServer server;

  Control(int port, Stand stand) {
    commands = Commands.of(stand);
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new StandException("Port " + port + " cannot be used (-Dcontrol.port).", e);
    }
    server.createContext("/", this::handle);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
      Runnable command = commands.get(request);
      if (command == null) {
        answer(exchange, NOT_FOUND, "There are: " + String.join(", ", commands.keySet()));
        return;
      }
      command.run();
      answer(exchange, OK, "done");
    } catch (StandException e) {
      answer(exchange, CONFLICT, String.valueOf(e.getMessage()));
    } finally {
      exchange.close();
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
