// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.subethamail.smtp.MessageHandler;
import org.subethamail.smtp.server.SMTPServer;

/** Takes every mail over SMTP and keeps it in memory. Thread-safe. */
final class MailSink implements AutoCloseable {

  private static final Session NO_SESSION = Session.getInstance(new Properties());

  private final List<Mail> mails = new CopyOnWriteArrayList<>();
  private final SMTPServer server;

  MailSink(int port) {
    server =
        SMTPServer.port(port)
            .bindAddress(InetAddress.getLoopbackAddress())
            .messageHandlerFactory(context -> new Delivery())
            .build();
    server.start();
  }

  List<Mail> mails() {
    return List.copyOf(mails);
  }

  void forget() {
    mails.clear();
  }

  @Override
  public void close() {
    server.stop();
  }

  private final class Delivery implements MessageHandler {

    private String sender = "";
    private final List<String> recipients = new ArrayList<>();

    @Override
    public void from(String from) {
      sender = from;
    }

    @Override
    public void recipient(String recipient) {
      recipients.add(recipient);
    }

    @Override
    public String data(InputStream data) throws IOException {
      mails.add(read(data.readAllBytes()));
      return "Ok";
    }

    @Override
    public void done() {}

    private Mail read(byte[] bytes) throws IOException {
      try {
        MimeMessage message = new MimeMessage(NO_SESSION, new ByteArrayInputStream(bytes));
        Object content = message.getContent();
        return new Mail(
            message.getMessageID(),
            sender,
            recipients,
            message.getSubject(),
            content instanceof String text ? text : new String(bytes, StandardCharsets.UTF_8),
            Instant.now().toString());
      } catch (MessagingException e) {
        throw new IOException("The mail cannot be understood.", e);
      }
    }
  }
}
