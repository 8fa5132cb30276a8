// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.OutboxOptions;
import dev.idempotency.RolledBackException;
import dev.idempotency.servertests.outbox.Arrivals;
import dev.idempotency.servertests.outbox.HangingDelivery;
import dev.idempotency.servertests.outbox.Receiver;
import dev.idempotency.servertests.outbox.SendingEjb;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import javax.sql.DataSource;
import org.awaitility.core.ThrowingRunnable;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The outbox inside a server: its transactions, its threads, its beans. */
@ExtendWith(ArquillianExtension.class)
class OutboxIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(20);

  /** Two polls of the relay: what had been there would have been delivered. */
  private static final Duration TWO_POLLS = Duration.ofSeconds(2);

  private static final String SETTINGS = "META-INF/microprofile-config.properties";
  private static final int CONCURRENCY = 4;

  @EJB private SendingEjb sending;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  private final String label = "m-" + UUID.randomUUID();
  private Records records;

  @Deployment
  static WebArchive archive() throws IOException {
    return Deployments.withBeansXml("outbox")
        .addPackage("dev.idempotency.servertests.outbox")
        .addClasses(OutboxIT.class, Records.class)
        .addAsResource(
            new StringAsset(
                """
                receiver.port=%1$d
                idempotency.outbox.backoff=PT0.2S
                idempotency.outbox.destination.web.url=http://localhost:%1$d/notes
                """
                    .formatted(freePort())),
            SETTINGS);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static int receiverPort() throws IOException {
    Properties settings = new Properties();
    try (InputStream file = OutboxIT.class.getResourceAsStream("/" + SETTINGS)) {
      settings.load(file);
    }
    return Integer.parseInt(settings.getProperty("receiver.port"));
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
  }

  private static void eventually(ThrowingRunnable assertion) {
    await().atMost(PATIENCE).pollInterval(POLL).pollInSameThread().untilAsserted(assertion);
  }

  /** 12.8: the row of the outbox commits with the business row. */
  @Test
  void aMessageOfAGuardedCallIsDeliveredOnceAndOutsideOfAnyTransaction() {
    String id = sending.work("k-" + label, "notes", label);
    eventually(
        () -> assertThat(Arrivals.of("notes", label)).extracting(a -> a.id()).containsExactly(id));
    assertThat(Arrivals.of("notes", label)).noneMatch(Arrivals.Arrival::inTransaction);
    eventually(() -> assertThat(records.messages(label)).containsExactly("DELIVERED 1"));
    assertThat(records.messagesBesideTheirRow(label)).isOne();
    assertThat(sending.work("k-" + label, "notes", label)).isEqualTo(id);
    assertThat(records.messages(label)).hasSize(1);
  }

  @Test
  void aRolledBackCallLeavesNoMessage() {
    assertThatThrownBy(() -> sending.failing("k-" + label, "notes", label))
        .isInstanceOf(RolledBackException.class);
    assertThat(records.messages(label)).isEmpty();
    await()
        .during(TWO_POLLS)
        .atMost(PATIENCE)
        .pollInSameThread()
        .until(() -> Arrivals.of("notes", label).isEmpty());
  }

  @Test
  void aDeliveryThatThrowsComesAgainWithItsId() {
    String id = sending.work("k-" + label, "notes", label + " fails once");
    eventually(
        () ->
            assertThat(Arrivals.of("notes", label))
                .extracting(a -> a.id())
                .containsExactly(id, id));
    eventually(() -> assertThat(records.messages(label)).containsExactly("DELIVERED 2"));
  }

  @Test
  void httpCarriesTheIdAsKeyAndRetriesWhatMayBeRetried() throws Exception {
    int port = receiverPort();
    try (Receiver receiver =
        new Receiver(port, "503 Service Unavailable", "409 Conflict\r\nRetry-After: 1")) {
      String id = sending.work("k-" + label, "web", label);
      eventually(() -> assertThat(records.messages(label)).containsExactly("DELIVERED 3"));
      assertThat(receiver.requests())
          .hasSize(3)
          .allSatisfy(
              request -> {
                assertThat(request.header("Idempotency-Key")).isEqualTo(id);
                assertThat(request.header("Content-Type")).isEqualTo("text/plain;charset=utf-8");
                assertThat(request.body()).isEqualTo(label);
              });
    }
  }

  @Test
  void httpGivesUpWhatIsRefused() throws Exception {
    int port = receiverPort();
    try (Receiver receiver = new Receiver(port, "422 Unprocessable Content")) {
      sending.work("k-" + label, "web", label);
      eventually(() -> assertThat(records.messages(label)).containsExactly("ABANDONED 1"));
      assertThat(receiver.requests()).hasSize(1);
    }
  }

  /** 12.3: on the threads that the server has by default. */
  @Test
  void aDestinationThatHangsDelaysNoOther() throws Exception {
    for (int i = 0; i < 3 * CONCURRENCY; i++) {
      sending.send("hanging", label + " hangs", OutboxOptions.defaults());
    }
    assertThat(HangingDelivery.awaitHung(CONCURRENCY)).isTrue();
    try {
      long before = System.nanoTime();
      sending.work("k-" + label, "notes", label);
      eventually(() -> assertThat(Arrivals.of("notes", label)).hasSize(1));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
    } finally {
      HangingDelivery.release();
    }
    eventually(
        () ->
            assertThat(records.messages(label + " hangs"))
                .hasSize(3 * CONCURRENCY)
                .allMatch(state -> state.startsWith("DELIVERED")));
  }

  /** 12.4: the order of a group holds under a retry. */
  @Test
  void aGroupKeepsItsOrderUnderRetries() {
    OutboxOptions group = OutboxOptions.defaults().group(label);
    List<String> texts = List.of(label + " 1 fails once", label + " 2", label + " 3 fails once");
    texts.forEach(text -> sending.send("notes", text, group));
    eventually(
        () ->
            assertThat(Arrivals.of("notes", label))
                .extracting(a -> a.text())
                .containsExactly(
                    texts.get(0), texts.get(0), texts.get(1), texts.get(2), texts.get(2)));
  }

  @Test
  void withoutATransactionAndToNobodyNothingIsSent() {
    assertThatThrownBy(() -> sending.sendWithoutTransaction("notes"))
        .rootCause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("this thread has none");
    assertThatThrownBy(() -> sending.send("nobody", label, OutboxOptions.defaults()))
        .rootCause()
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("There is no destination nobody; this deployment has hanging, notes");
  }
}
