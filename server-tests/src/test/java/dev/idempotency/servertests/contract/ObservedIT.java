// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.idempotency.servertests.Deployments;
import dev.idempotency.servertests.contract.app.Want;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the server publishes about the library: health, and metrics where it has them. */
@ExtendWith(ArquillianExtension.class)
class ObservedIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String COUNT = "idempotency_calls_seconds_count{";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("observed");
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

  @Test
  void metricsCountEachCallAsWhatItWas() throws Exception {
    assumeThat(Scene.documented(true, false)).as("MicroProfile Metrics").isTrue();
    for (String kind : Table.KINDS) {
      scene.post(kind).send().is(201).first();
      scene.post(kind).send().is(201).replay();
      scene.post(kind).send().is(201).replay();
      scene.post(kind).json("{\"amount\":1}").send().problem(422, "key-mismatch");
      Scene other = new Scene(scene.wire(), deployment.getPath(), rows);
      other.post(kind).want(Want.UNAVAILABLE_503).send().is(503);
      other.post(kind).send().is(201).first();
    }
    String metrics = get(deployment.toURI().resolve("/metrics?scope=application")).body();
    for (String kind : Table.KINDS) {
      String operation = kind + ".create";
      assertThat(counted(metrics, operation, "first")).isEqualTo(1);
      assertThat(counted(metrics, operation, "again")).isEqualTo(1);
      assertThat(counted(metrics, operation, "replay")).isEqualTo(2);
      assertThat(counted(metrics, operation, "mismatch")).isEqualTo(1);
      assertThat(counted(metrics, operation, "failed")).isEqualTo(1);
    }
    assertThat(metrics).doesNotContain(scene.key());
  }

  private static long counted(String metrics, String operation, String result) {
    List<String> lines =
        metrics
            .lines()
            .filter(line -> line.startsWith(COUNT))
            .filter(line -> line.contains("operation=\"" + operation + "\""))
            .filter(line -> line.contains("result=\"" + result + "\""))
            .toList();
    assertThat(lines).as("%s %s in%n%s", operation, result, metrics).hasSize(1);
    String line = lines.get(0);
    return (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
  }

  private HttpResponse<String> get(URI uri) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri).timeout(PATIENCE).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
