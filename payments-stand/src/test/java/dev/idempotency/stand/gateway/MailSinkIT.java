// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MailSinkIT {

  @TempDir static Path folder;

  private static GatewayFixture calls;

  @BeforeAll
  static void start() {
    calls = new GatewayFixture(folder);
  }

  @AfterAll
  static void end() {
    calls.close();
  }

  @BeforeEach
  void reset() {
    calls.gateway.reset();
  }

  @Test
  void aMailArrivesDecodedWithItsEnvelope() throws IOException {
    try (Smtp smtp = new Smtp(calls.gateway.smtpPort())) {
      smtp.say("EHLO test", "250");
      smtp.say("NOOP", "250");
      smtp.say("MAIL FROM:<payments@example.com>", "250");
      smtp.say("RCPT TO:<alice@example.com>", "250");
      smtp.say("RCPT TO:<bob@example.com>", "250");
      smtp.say("DATA", "354");
      smtp.send("Message-ID: <transfer-1@payments>");
      smtp.send("Subject: =?UTF-8?Q?Recibo_n=C2=BA_1?=");
      smtp.send("Content-Type: text/plain; charset=UTF-8");
      smtp.send("Content-Transfer-Encoding: quoted-printable");
      smtp.send("");
      smtp.send("Pago: R$ 100,00 para Fulano =E2=9C=93");
      smtp.send("..hidden? no, a line that begins with a dot");
      smtp.say(".", "250");
      smtp.say("QUIT", "221");
    }

    assertThat(calls.gateway.mails())
        .singleElement()
        .satisfies(
            mail -> {
              assertThat(mail.messageId()).isEqualTo("<transfer-1@payments>");
              assertThat(mail.from()).isEqualTo("payments@example.com");
              assertThat(mail.to()).isEqualTo(List.of("alice@example.com", "bob@example.com"));
              assertThat(mail.subject()).isEqualTo("Recibo nº 1");
              assertThat(mail.text())
                  .contains("Fulano ✓")
                  .contains("\r\n.hidden? no, a line that begins with a dot");
            });
  }

  @Test
  void aMailThatIsResetOrCutOffIsNotTaken() throws IOException {
    try (Smtp smtp = new Smtp(calls.gateway.smtpPort())) {
      smtp.say("HELO test", "250");
      smtp.say("MAIL FROM:<payments@example.com>", "250");
      smtp.say("RSET", "250");
      smtp.say("RCPT TO:<alice@example.com>", "503");
      smtp.say("MAIL FROM:<payments@example.com>", "250");
      smtp.say("RCPT TO:<alice@example.com>", "250");
      smtp.say("DATA", "354");
      smtp.send("Subject: half");
    }

    assertThat(calls.gateway.mails()).isEmpty();
  }

  @Test
  void mailsAreListedAndForgotten() throws Exception {
    try (Smtp smtp = new Smtp(calls.gateway.smtpPort())) {
      smtp.say("EHLO test", "250");
      for (int i = 0; i < 2; i++) {
        smtp.say("MAIL FROM:<a@example.com>", "250");
        smtp.say("RCPT TO:<b@example.com>", "250");
        smtp.say("DATA", "354");
        smtp.send("");
        smtp.send("bare");
        smtp.say(".", "250");
      }
    }

    assertThat(calls.call("GET", "/mails", "").body())
        .startsWith("[{\"message_id\":null,\"from\":\"a@example.com\",\"to\":[\"b@example.com\"]");
    assertThat(calls.gateway.mails()).hasSize(2);
    assertThat(calls.call("DELETE", "/mails", "").statusCode()).isEqualTo(204);
    assertThat(calls.gateway.mails()).isEmpty();
  }

  /** A client that speaks SMTP line by line. */
  private static final class Smtp implements AutoCloseable {

    private final Socket socket;
    private final BufferedReader in;
    private final OutputStream out;

    Smtp(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      out = socket.getOutputStream();
      expect("220");
    }

    void say(String line, String code) throws IOException {
      send(line);
      expect(code);
    }

    void send(String line) throws IOException {
      out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private void expect(String code) throws IOException {
      String line = in.readLine();
      while (line != null && line.startsWith(code + "-")) {
        line = in.readLine();
      }
      assertThat(line).startsWith(code + " ");
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
