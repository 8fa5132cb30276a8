// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * As much of HTTP/1.1 as a test needs to send what no client library sends, and to see every header
 * line as it came. One connection for each request.
 */
final class Wire {

  private static final int PATIENCE_MILLIS = (int) Duration.ofSeconds(30).toMillis();
  private static final int CONTINUE = 100;
  private static final int OK = 200;
  private static final int FIRST_REFUSAL = 400;

  private final String host;
  private final int port;
  private final Queue<Reply> replies = new ConcurrentLinkedQueue<>();

  Wire(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /** Writes a request; it may be long, and nobody may read it to its end. */
  @FunctionalInterface
  interface Sender {
    void send(OutputStream out) throws IOException;
  }

  /** Waits for something to happen. */
  @FunctionalInterface
  interface Moment {
    void await() throws IOException;
  }

  /** Every answer so far. */
  List<Reply> replies() {
    return List.copyOf(replies);
  }

  String authority() {
    return host + ":" + port;
  }

  /** Sends bytes and reads the answer, which may come before everything is sent. */
  Reply exchange(byte[] request) throws IOException {
    try (Socket socket = open()) {
      IOException cutOff = failureOf(out -> out.write(request), socket.getOutputStream());
      try {
        return read(socket.getInputStream(), isHead(request));
      } catch (IOException e) {
        throw cutOff == null ? e : cutOff;
      }
    }
  }

  /** The same, but sends nothing more; null where the server answered nothing. */
  Reply exchangeAndEnd(byte[] request) throws IOException {
    try (Socket socket = open()) {
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return read(socket.getInputStream(), false);
    } catch (EOFException | SocketException closed) {
      return null;
    }
  }

  /** Sends a request, and breaks the connection when its time has come, without an answer. */
  void exchangeAndHangUp(byte[] request, Moment moment) throws IOException {
    try (Socket socket = open()) {
      socket.setSoLinger(true, 0);
      socket.getOutputStream().write(request);
      moment.await();
    }
  }

  /** Sends while it reads, so that an answer which comes early is seen; it fails only to read. */
  Reply stream(Sender sender) throws IOException {
    try (Socket socket = open()) {
      OutputStream out = socket.getOutputStream();
      CompletableFuture<IOException> cutOff =
          CompletableFuture.supplyAsync(() -> failureOf(sender, out));
      Reply reply = read(socket.getInputStream(), false);
      if (reply.status() < FIRST_REFUSAL) {
        IOException failure = cutOff.join();
        if (failure != null) {
          throw failure;
        }
      }
      return reply;
    }
  }

  /** A server need not read what it refuses: whether this is a failure tells its answer. */
  private static IOException failureOf(Sender sender, OutputStream out) {
    try {
      sender.send(out);
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static boolean isHead(byte[] request) {
    return new String(request, 0, 5, StandardCharsets.ISO_8859_1).equals("HEAD ");
  }

  private Socket open() throws IOException {
    Socket socket = new Socket(host, port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  private Reply read(InputStream from, boolean headOnly) throws IOException {
    InputStream in = new BufferedInputStream(from);
    while (true) {
      String statusLine = line(in);
      String[] words = statusLine.split(" ", 3);
      if (!words[0].startsWith("HTTP/1.") || words.length < 2) {
        throw new IOException("No HTTP answer: " + statusLine);
      }
      int status = Integer.parseInt(words[1]);
      List<Reply.Line> headers = headers(in);
      if (status >= OK) {
        Reply head = new Reply(status, headers, new byte[0]);
        Reply reply = headOnly ? head : new Reply(status, headers, body(head, in));
        replies.add(reply);
        return reply;
      }
      if (status != CONTINUE) {
        throw new IOException("Unexpected " + statusLine);
      }
    }
  }

  private static List<Reply.Line> headers(InputStream in) throws IOException {
    List<Reply.Line> headers = new ArrayList<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.add(new Reply.Line(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return headers;
  }

  private static byte[] body(Reply head, InputStream in) throws IOException {
    if (head.status() == 204 || head.status() == 304) {
      return new byte[0];
    }
    if (head.lines("Transfer-Encoding").stream().anyMatch("chunked"::equalsIgnoreCase)) {
      return chunks(in);
    }
    List<String> length = head.lines("Content-Length");
    return length.isEmpty() ? in.readAllBytes() : exactly(in, Integer.parseInt(length.get(0)));
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    int length;
    do {
      length = Integer.parseInt(line(in).split(";", 2)[0].strip(), 16);
      body.writeBytes(exactly(in, length));
      line(in);
    } while (length > 0);
    return body.toByteArray();
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("The body ended after %d of %d bytes".formatted(bytes.length, length));
    }
    return bytes;
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("The connection was closed after: " + line);
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
  }
}
