// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.idempotency.servertests.Deployments;
import dev.idempotency.servertests.contract.app.Want;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the server publishes about the library: health, and metrics where it has them. */
@ExtendWith(ArquillianExtension.class)
class ObservedIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String ON_PAYARA =
      "(?m)^idempotency_calls_seconds_count\\{(?=[^}]*operation=\"%s\")(?=[^}]*result=\"%s\")"
          + "[^}]*} (\\S+)$";
  private static final String ON_WILDFLY =
      "getAttributes=\\{operation=\"%s\", result=\"%s\"}, getSum=[^,]*, getCount=(\\d+)";

  /** MicroProfile Telemetry is off unless the application wants it. */
  private static final String TELEMETRY =
      """

      otel.sdk.disabled=false
      otel.metrics.exporter=logging
      otel.metric.export.interval=1000
      otel.traces.exporter=none
      otel.logs.exporter=none
      """;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() throws IOException {
    WebArchive archive = Deployments.contract("observed");
    String config = "WEB-INF/classes/META-INF/microprofile-config.properties";
    try (InputStream settings = archive.get(config).getAsset().openStream()) {
      String text = new String(settings.readAllBytes(), StandardCharsets.ISO_8859_1);
      archive.delete(config);
      return archive.add(new StringAsset(text + TELEMETRY), config);
    }
  }

  @BeforeEach
  void begin() throws Exception {
    rows = new Rows();
    scene =
        new Scene(new Wire(deployment.getHost(), deployment.getPort()), deployment.getPath(), rows);
  }

  @AfterEach
  void leaveAWholeDatabase() throws Exception {
    rows.execute("ALTER TABLE IF EXISTS record_away RENAME TO idempotency_record");
    rows.close();
  }

  @Test
  void readinessTellsWhetherTheStoreAnswers() throws Exception {
    assertReady();
    rows.execute("ALTER TABLE idempotency_record RENAME TO record_away");
    HttpResponse<String> unready = get(health());
    assertThat(unready.statusCode()).as(unready.body()).isEqualTo(503);
    assertThat(unready.body()).contains("\"idempotency\"", "The records cannot be read");
    rows.execute("ALTER TABLE record_away RENAME TO idempotency_record");
    assertReady();
  }

  private void assertReady() throws Exception {
    HttpResponse<String> ready = get(health());
    assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
    assertThat(ready.body()).contains("\"idempotency\"", "\"stuck_keys\"");
  }

  /** Payara answers where its applications do, WildFly on its management port. */
  private URI health() throws Exception {
    String server = System.getProperty("server.health");
    URI base = server.equals("deployment") ? deployment.toURI() : URI.create(server);
    return base.resolve("/health/ready");
  }

  /** By MicroProfile Metrics on Payara, by OpenTelemetry on WildFly. */
  @Test
  void metricsCountEachCallAsWhatItWas() throws Exception {
    assumeThat(Scene.documented(true, System.getProperty("server.telemetry") != null))
        .as("a server that publishes metrics; WildFly with its telemetry subsystems")
        .isTrue();
    for (String kind : Table.KINDS) {
      scene.post(kind).send().is(201).first();
      scene.post(kind).send().is(201).replay();
      scene.post(kind).send().is(201).replay();
      scene.post(kind).json("{\"amount\":1}").send().problem(422, "key-mismatch");
      Scene other = new Scene(scene.wire(), deployment.getPath(), rows);
      other.post(kind).want(Want.UNAVAILABLE_503).send().is(503);
      other.post(kind).send().is(201).first();
    }
    Awaitility.await().atMost(PATIENCE).untilAsserted(this::assertCounted);
    assertThat(published()).doesNotContain(scene.key());
  }

  private void assertCounted() throws Exception {
    String metrics = published();
    for (String kind : Table.KINDS) {
      String operation = kind + ".create";
      assertThat(counted(metrics, operation, "first")).isEqualTo(1);
      assertThat(counted(metrics, operation, "again")).isEqualTo(1);
      assertThat(counted(metrics, operation, "replay")).isEqualTo(2);
      assertThat(counted(metrics, operation, "mismatch")).isEqualTo(1);
      assertThat(counted(metrics, operation, "failed")).isEqualTo(1);
    }
  }

  private static long counted(String metrics, String operation, String result) {
    Matcher count =
        Pattern.compile(Scene.documented(ON_PAYARA, ON_WILDFLY).formatted(operation, result))
            .matcher(metrics);
    assertThat(count.find()).as("%s %s in%n%s", operation, result, metrics).isTrue();
    return (long) Double.parseDouble(count.group(1));
  }

  /** What the server publishes: Payara on request, WildFly to its log. */
  private String published() throws Exception {
    return Scene.documented(true, false)
        ? get(deployment.toURI().resolve("/metrics?scope=application")).body()
        : lastLogged();
  }

  private static String lastLogged() throws IOException {
    try (Stream<String> lines =
        Files.lines(Path.of(System.getProperty("server.log")), StandardCharsets.ISO_8859_1)) {
      return lines
          .filter(line -> line.contains("name=idempotency.calls,"))
          .reduce("", (earlier, later) -> later);
    }
  }

  private HttpResponse<String> get(URI uri) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
