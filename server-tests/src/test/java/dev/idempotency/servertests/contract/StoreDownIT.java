// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.Deployments;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The records can't be reached while the business tables can: nothing runs unguarded (7.7). */
@ExtendWith(ArquillianExtension.class)
class StoreDownIT {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Scene scene;

  @Deployment(testable = false)
  static WebArchive archive() {
    return Deployments.contract("store-down");
  }

  @BeforeEach
  void lookAtTheDatabase() throws Exception {
    rows = new Rows();
    scene =
        new Scene(new Wire(deployment.getHost(), deployment.getPort()), deployment.getPath(), rows);
  }

  @AfterEach
  void leaveAWholeDatabase() throws Exception {
    putTheTableBack();
    rows.close();
  }

  private void putTheTableBack() throws Exception {
    rows.execute("ALTER TABLE IF EXISTS record_away RENAME TO idempotency_record");
  }

  private void takeTheTableAway() throws Exception {
    rows.execute("ALTER TABLE idempotency_record RENAME TO record_away");
  }

  @Test
  void beforeTheClaimNothingRunsAndItRecoversByItself() throws Exception {
    int done = 0;
    for (String kind : Table.KINDS) {
      takeTheTableAway();
      scene.post(kind).send().problem(503, "store-unavailable");
      scene.ran(done, done);
      putTheTableBack();
      scene.post(kind).send().is(201).first();
      done++;
    }
    scene.ran(done, done);
  }

  /** MicroProfile Health: a node without its records is not ready, and says so. */
  @Test
  void readinessTellsWhetherTheStoreAnswers() throws Exception {
    HttpResponse<String> ready = readiness();
    assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
    assertThat(ready.body()).contains("\"idempotency\"", "\"stuck_keys\"");
    takeTheTableAway();
    HttpResponse<String> unready = readiness();
    assertThat(unready.statusCode()).as(unready.body()).isEqualTo(503);
    assertThat(unready.body()).contains("\"idempotency\"", "The records cannot be read");
    putTheTableBack();
    assertThat(readiness().statusCode()).isEqualTo(200);
  }

  /** Payara answers where its applications do, WildFly on its management port. */
  private HttpResponse<String> readiness() throws Exception {
    String server = System.getProperty("server.health");
    URI base = server.equals("deployment") ? deployment.toURI() : URI.create(server);
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(
            HttpRequest.newBuilder(base.resolve("/health/ready")).timeout(PATIENCE).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
