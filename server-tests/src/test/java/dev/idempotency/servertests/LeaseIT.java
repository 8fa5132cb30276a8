// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.servertests.app.Behaviour;
import dev.idempotency.servertests.fencing.Gate;
import dev.idempotency.servertests.fencing.HangingBean;
import dev.idempotency.servertests.fencing.HeldWork;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.net.URL;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Owners that run for longer than their lease and keep it (P29 to P31). */
@ExtendWith(ArquillianExtension.class)
class LeaseIT {

  /** Four leases, or twelve ticks. */
  private static final Duration RUN = Duration.ofSeconds(8);

  private static final Duration BETWEEN_CALLS = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FIRST_LEASE = Duration.ofSeconds(1);

  @Inject private HangingBean hanging;

  @Resource(lookup = "java:app/jdbc/tests")
  private DataSource dataSource;

  @Resource(lookup = "java:comp/DefaultManagedExecutorService")
  private ManagedExecutorService executor;

  @ArquillianResource private URL deployment;

  private Records records;
  private Http http;

  @Deployment
  static WebArchive archive() {
    return Deployments.withBeansXml("lease")
        .addPackage("dev.idempotency.servertests.fencing")
        .addClasses(LeaseIT.class, LateOwner.class, Records.class, Http.class);
  }

  @BeforeEach
  void lookAtTheDatabase() {
    records = new Records(dataSource);
    http = new Http(deployment);
  }

  @Test
  void anEjbOfFourLeasesKeepsItsKeyBusyAndFinishesOnce() throws Exception {
    keepsItsKeyBusyAndFinishesOnce("renewed-ejb");
  }

  @Test
  void aCdiResourceOfFourLeasesKeepsItsKeyBusyAndFinishesOnce() throws Exception {
    keepsItsKeyBusyAndFinishesOnce("renewed-cdi");
  }

  private void keepsItsKeyBusyAndFinishesOnce(String resource) throws Exception {
    String key = "k-" + UUID.randomUUID();
    String operation = resource + "-resource.work";
    HttpResponse<String> first;
    try (Gate gate = Gate.before(key, 1)) {
      Future<HttpResponse<String>> owner = executor.submit(() -> post(resource, key));
      gate.awaitArrival();
      await()
          .during(RUN)
          .atMost(RUN.plus(BETWEEN_CALLS.multipliedBy(4)))
          .pollDelay(Duration.ZERO)
          .pollInterval(BETWEEN_CALLS)
          .pollInSameThread()
          .until(() -> isBusy(post(resource, key)));
      assertThat(records.newestLease(operation)).isGreaterThan(RUN);
      gate.open();
      first = owner.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(Http.isReplay(first)).isFalse();
    HttpResponse<String> replay = post(resource, key);
    assertThat(replay.statusCode()).isEqualTo(201);
    assertThat(replay.body()).isEqualTo(first.body());
    assertThat(Http.isReplay(replay)).isTrue();
    assertThat(HeldWork.inserted(key)).containsExactly(first.body());
    assertThat(records.rowIds(key)).containsExactly(first.body());
    assertThat(records.newestAttempt(operation)).isOne();
    assertThatLeasesVanish(operation);
  }

  private static boolean isBusy(HttpResponse<String> response) {
    return response.statusCode() == 409
        && response.headers().firstValue("Retry-After").isPresent()
        && response.body().contains("in-progress");
  }

  @Test
  void anOwnerPastItsLongestRunLosesItsKeyToASuccessorAndItsRowsVanish() throws Exception {
    String key = "k-" + UUID.randomUUID();
    List<Duration> lease = new ArrayList<>();
    LateOwner.Race<String, String> race =
        new LateOwner(executor, records, "hanging.work", key)
            .behindItsSuccessor(
                () -> hanging.work(key),
                () -> {
                  lease.add(records.newestLease("hanging.work"));
                  return hanging.work(key);
                });
    assertThat(lease)
        .singleElement()
        .satisfies(kept -> assertThat(kept).isGreaterThan(FIRST_LEASE));
    assertThat(race.late()).isEqualTo(race.successor());
    assertThat(HeldWork.inserted(key)).hasSize(2);
    assertThat(records.rowIds(key)).containsExactly(race.successor());
    assertThat(records.newestAttempt("hanging.work")).isEqualTo(2);
    assertThatLeasesVanish("hanging.work");
  }

  private void assertThatLeasesVanish(String operation) {
    await()
        .atMost(PATIENCE)
        .pollInterval(BETWEEN_CALLS)
        .pollInSameThread()
        .until(() -> records.renewedLeases(operation) == 0);
  }

  private HttpResponse<String> post(String resource, String key) throws Exception {
    return http.post(resource, key, key, Behaviour.RETURN);
  }
}
