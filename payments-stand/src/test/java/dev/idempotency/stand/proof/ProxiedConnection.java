// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * One connection of a node, message by message of PostgreSQL's protocol (Frontend/Backend Protocol,
 * version 3). What ends in Sync or is a simple Query is one request.
 */
final class ProxiedConnection {

  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;

  private final Socket node;
  private final Socket database;
  private final Trigger trigger;
  private final Map<String, String> prepared = new HashMap<>();
  private volatile boolean losesAnswer;

  ProxiedConnection(Socket node, int databasePort, Trigger trigger) throws IOException {
    this.node = node;
    this.trigger = trigger;
    try {
      this.database = new Socket(InetAddress.getLoopbackAddress(), databasePort);
    } catch (IOException e) {
      node.close();
      throw e;
    }
    node.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
  }

  void start() {
    inThread("node to database", this::forwardRequests);
  }

  private void inThread(String name, Forwarding forwarding) {
    Thread thread =
        new Thread(
            () -> {
              try {
                forwarding.run();
              } catch (IOException e) {
                // One side has ended; so does the other.
              } finally {
                cut();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Moves messages until one side ends. */
  @FunctionalInterface
  private interface Forwarding {
    void run() throws IOException;
  }

  boolean isClosed() {
    return node.isClosed();
  }

  void cut() {
    for (Socket socket : new Socket[] {node, database}) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }

  private void forwardRequests() throws IOException {
    DataInputStream in = new DataInputStream(node.getInputStream());
    DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(database.getOutputStream()));
    forwardStartup(in, out);
    inThread("database to node", this::forwardAnswers);
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    StringBuilder sql = new StringBuilder();
    while (true) {
      char type = (char) in.readUnsignedByte();
      byte[] content = content(in);
      append(request, type, content);
      note(type, content, sql);
      if (type == 'S' || type == 'Q') {
        if (!forward(request, sql.toString(), out)) {
          return;
        }
        request.reset();
        sql.setLength(0);
      } else if (type == 'p' || type == 'X' || type == 'H') {
        request.writeTo(out);
        out.flush();
        request.reset();
      }
    }
  }

  /** Whether the connection goes on. */
  private boolean forward(ByteArrayOutputStream request, String sql, DataOutputStream out)
      throws IOException {
    CrashPoint.Side side = trigger.sideOf(sql);
    if (side == CrashPoint.Side.BEFORE) {
      return false;
    }
    losesAnswer = side == CrashPoint.Side.AFTER;
    request.writeTo(out);
    out.flush();
    if (losesAnswer) {
      awaitLoss();
    }
    return !losesAnswer;
  }

  /** What the node sends on without having waited for the answer never gets there. */
  private void awaitLoss() throws IOException {
    InputStream in = node.getInputStream();
    while (in.read() >= 0) {
      // Thrown away, until the connection is cut.
    }
  }

  private void forwardStartup(DataInputStream in, DataOutputStream out) throws IOException {
    while (true) {
      byte[] content = content(in);
      out.writeInt(content.length + Integer.BYTES);
      out.write(content);
      out.flush();
      int code = ByteBuffer.wrap(content).getInt();
      if (code != SSL_REQUEST && code != GSS_REQUEST) {
        return;
      }
      int answer = database.getInputStream().read();
      node.getOutputStream().write(answer);
      node.getOutputStream().flush();
      if (answer != 'N') {
        throw new IOException("The database speaks TLS; the proxy does not");
      }
    }
  }

  private void forwardAnswers() throws IOException {
    DataInputStream in = new DataInputStream(database.getInputStream());
    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(node.getOutputStream()));
    while (true) {
      int type = in.read();
      if (type < 0) {
        throw new EOFException();
      }
      byte[] content = content(in);
      boolean ready = type == 'Z';
      if (losesAnswer) {
        if (ready) {
          trigger.lost();
          return;
        }
        continue;
      }
      out.writeByte(type);
      out.writeInt(content.length + Integer.BYTES);
      out.write(content);
      if (ready || in.available() == 0) {
        out.flush();
      }
    }
  }

  private static byte[] content(DataInputStream in) throws IOException {
    byte[] content = new byte[in.readInt() - Integer.BYTES];
    in.readFully(content);
    return content;
  }

  private static void append(ByteArrayOutputStream request, char type, byte[] content)
      throws IOException {
    DataOutputStream out = new DataOutputStream(request);
    out.writeByte(type);
    out.writeInt(content.length + Integer.BYTES);
    out.write(content);
  }

  /** Adds what a message says of the statements of its request. */
  private void note(char type, byte[] content, StringBuilder sql) {
    switch (type) {
      case 'Q' -> sql.append(text(content, 0));
      case 'P' -> {
        String name = text(content, 0);
        String statement = text(content, name.length() + 1);
        prepared.put(name, statement);
      }
      case 'B' -> {
        String portal = text(content, 0);
        sql.append(prepared.getOrDefault(text(content, portal.length() + 1), "")).append("; ");
      }
      default -> {}
    }
  }

  /** A string that ends in a zero byte. */
  private static String text(byte[] content, int from) {
    int end = from;
    while (end < content.length && content[end] != 0) {
      end++;
    }
    return new String(content, from, end - from, StandardCharsets.UTF_8);
  }
}
