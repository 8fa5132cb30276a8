// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.outbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An HTTP server that answers with the statuses that it is given, and then with 204. */
public final class Receiver implements AutoCloseable {

  private static final int BACKLOG = 50;

  private final ServerSocket server;
  private final Queue<String> answers = new ConcurrentLinkedQueue<>();
  private final Queue<Request> requests = new ConcurrentLinkedQueue<>();

  /**
   * A request.
   *
   * @param head its lines in lower case
   * @param body its body
   */
  public record Request(List<String> head, String body) {

    public String header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ": ";
      return head.stream()
          .filter(line -> line.startsWith(start))
          .map(line -> line.substring(start.length()))
          .findFirst()
          .orElse("");
    }
  }

  /** Listens, and answers on a thread of its own. */
  public Receiver(int port, String... statusLines) throws IOException {
    server = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    answers.addAll(List.of(statusLines));
    Thread thread = new Thread(this::serve, "receiver");
    thread.setDaemon(true);
    thread.start();
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        requests.add(read(socket.getInputStream()));
        String status = answers.peek() == null ? "204 No Content" : answers.remove();
        socket
            .getOutputStream()
            .write(
                ("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new IllegalStateException("The receiver failed", e);
        }
      }
    }
  }

  private static Request read(InputStream in) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    while (!head.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
      head.write(in.read());
    }
    List<String> lines =
        head.toString(StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT).lines().toList();
    String length = new Request(lines, "").header("content-length");
    byte[] body = in.readNBytes(Integer.parseInt(length));
    return new Request(lines, new String(body, StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
