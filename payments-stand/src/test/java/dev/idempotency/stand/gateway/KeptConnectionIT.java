// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An answered call leaves its connection open: a client takes it for the next one, however many
 * others were open at the same time.
 */
class KeptConnectionIT {

  private static final int CONNECTIONS = 300;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final byte[] REQUEST =
      "GET /charges HTTP/1.1\r\nHost: gateway\r\n\r\n".getBytes(ISO_8859_1);

  @TempDir static Path folder;

  private static GatewayFixture calls;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeAll
  static void start() {
    calls = new GatewayFixture(folder);
  }

  @AfterAll
  static void end() {
    calls.close();
  }

  @Test
  void hundredsOfConnectionsAreKept() throws IOException {
    int port = URI.create(calls.gateway.url()).getPort();
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(PATIENCE_MILLIS);
        assertThat(statusLine(socket)).isEqualTo("HTTP/1.1 200 OK");
      }
      assertThat(sockets).map(KeptConnectionIT::statusLine).containsOnly("HTTP/1.1 200 OK");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static String statusLine(Socket socket) {
    try {
      socket.getOutputStream().write(REQUEST);
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      String status = String.valueOf(in.readLine());
      for (String header = in.readLine(); header != null && !header.isEmpty(); ) {
        header = in.readLine();
      }
      assertThat(new char[] {(char) in.read(), (char) in.read()})
          .as(status)
          .containsExactly('[', ']');
      return status;
    } catch (IOException e) {
      return e.toString();
    }
  }
}
