// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.servertests.Deployments;
import dev.idempotency.servertests.TestDatabase;
import java.net.URL;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The database's default isolation is stricter than the claim's (P4, 1.4). */
@ExtendWith(ArquillianExtension.class)
abstract class IsolationProof {

  private static final int ROUNDS = 10;
  private static final int CALLERS = 30;
  private static final Duration LONGEST = Duration.ofSeconds(5);

  @ArquillianResource private URL deployment;

  private Rows rows;
  private Wire wire;

  /** Connections get the default as they are opened, so it is set before the application starts. */
  static WebArchive archive(String name, String isolation) {
    TestDatabase.setDefaultIsolation(isolation);
    return Deployments.contract(name);
  }

  @AfterAll
  static void putTheDefaultBack() {
    TestDatabase.setDefaultIsolation("read committed");
  }

  /** What the servers' connections have. */
  abstract String isolation();

  @BeforeEach
  void lookAtTheDatabase() throws Exception {
    rows = new Rows();
    wire = new Wire(deployment.getHost(), deployment.getPort());
    assertThat(rows.text("SHOW default_transaction_isolation")).isEqualTo(isolation());
  }

  @AfterEach
  void closeTheDatabase() throws Exception {
    rows.close();
  }

  @Test
  void ofThirtyCallersOfOneKeyOneRunsAndNobodyWaitsLong() throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        for (String kind : Table.KINDS) {
          Scene scene = new Scene(wire, deployment.getPath(), rows);
          assertThatOneRan(scene, kind, atOnce(callers, () -> timed(scene.post(kind))));
        }
      }
    } finally {
      callers.shutdownNow();
    }
  }

  private record Timed(Reply reply, Duration time) {}

  private static Timed timed(Exchange request) throws Exception {
    long start = System.nanoTime();
    Reply reply = request.send();
    return new Timed(reply, Duration.ofNanos(System.nanoTime() - start));
  }

  private static <T> List<T> atOnce(ExecutorService callers, Callable<T> call) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(CALLERS);
    List<Future<T>> answers = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      answers.add(
          callers.submit(
              () -> {
                barrier.await();
                return call.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> answer : answers) {
      results.add(answer.get(1, TimeUnit.MINUTES));
    }
    return results;
  }

  private static void assertThatOneRan(Scene scene, String kind, List<Timed> answers)
      throws Exception {
    assertThat(answers).allSatisfy(answer -> assertThat(answer.time()).isLessThan(LONGEST));
    List<Reply> done =
        answers.stream().map(Timed::reply).filter(reply -> reply.status() == 201).toList();
    assertThat(done.stream().filter(reply -> reply.lines("Idempotent-Replayed").isEmpty()))
        .hasSize(1);
    assertThat(answers).allSatisfy(answer -> assertThat(answer.reply().status()).isIn(201, 409));
    scene.ranOnce();
    scene.post(kind).send().is(201).has("Idempotent-Replayed", "true");
  }
}
