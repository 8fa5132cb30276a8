// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.StandPorts;
import dev.idempotency.stand.gateway.Behaviour;
import dev.idempotency.stand.node.Node;
import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.proof.CrashPoint.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No place to crash is left out: each request of a call to the database is broken off, before it
 * gets there and after it was done, and the same request is sent again until it is answered.
 */
final class CrashPointsIT {

  private static final Logger LOGGER = Logger.getLogger("crash points");

  /** How many points of a subject kill the node; the others are cheaper. */
  private static final int KILLS = Integer.getInteger("proof.kill.points", 1);

  private static final String STALE_AFTER = "PT2S";

  /** Nothing is stuck for longer: a lease, and what a busy machine needs. */
  private static final Duration STUCK_AT_MOST = Duration.ofSeconds(12);

  /** Until statements are prepared on the server, and one call's requests are as another's. */
  private static final int WARM_CALLS = 8;

  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final List<Integer> FOR_NOW = List.of(409, 503);

  @ParameterizedTest
  @EnumSource(names = {"PAYARA_MICRO_6", "WILDFLY"})
  void whereverACallIsBrokenOffItHappensOnce(ServerKind server, @TempDir Path folder)
      throws IOException {
    StandPorts ports = StandPorts.free(1);
    try (DatabaseProxy proxy = new DatabaseProxy(ports.postgres());
        Stand stand =
            Stands.of(server)
                .ports(ports)
                .databasePort(proxy.port())
                .war(BookingsWar.in(folder))
                .setting("idempotency.stale-after", STALE_AFTER)
                .setting("idempotency.purge-enabled", "false")
                .setting("idempotency.outbox.poll", "PT1M")
                .start()) {
      for (CrashSubject subject : CrashSubject.values()) {
        new Enumeration(stand, proxy.trigger(), subject).run();
      }
    }
  }

  /** The points of one subject on one stand. */
  private record Enumeration(Stand stand, Trigger trigger, CrashSubject subject) {

    void run() {
      List<CrashPoint> points = points();
      LOGGER.info(() -> "%s: %d points".formatted(subject, points.size()));
      List<String> failed = new ArrayList<>();
      for (CrashPoint point : points) {
        attempt(point, () -> cut(point), failed);
      }
      for (CrashPoint point : spread(points)) {
        attempt(point, () -> kill(point), failed);
      }
      if (subject == CrashSubject.TRANSFER) {
        gatewayPoints();
      }
      assertThat(failed).as("%s", subject).isEmpty();
    }

    private static void attempt(CrashPoint point, Runnable crash, List<String> failed) {
      try {
        crash.run();
        LOGGER.info(() -> "survived " + point);
      } catch (AssertionError e) {
        LOGGER.warning(() -> "FAILED " + point + ": " + e);
        failed.add(point + ": " + e.getMessage());
      }
    }

    /** A call that nothing happens to, once the pool and the server's caches are warm. */
    private List<CrashPoint> points() {
      warmUp();
      trigger.count();
      assertThat(subject.send(node(), Payment.fresh()).status()).isEqualTo(201);
      trigger.disarm();
      return CrashPoint.of(trigger.seen(), Side.BEFORE, Side.AFTER);
    }

    private void warmUp() {
      for (int call = 0; call < WARM_CALLS; call++) {
        assertThat(subject.send(node(), Payment.fresh()).status()).isEqualTo(201);
      }
    }

    private Node node() {
      return stand.node(1);
    }

    private static List<CrashPoint> spread(List<CrashPoint> points) {
      int step = Math.max(1, points.size() / Math.max(1, KILLS));
      List<CrashPoint> some = new ArrayList<>();
      for (int at = step / 2; at < points.size() && some.size() < KILLS; at += step) {
        some.add(points.get(at));
      }
      return some;
    }

    /** The connection is cut; the node answers all the same. */
    private void cut(CrashPoint point) {
      stand.gateway().reset();
      Payment payment = Payment.fresh();
      trigger.arm(point, () -> {});
      Reply broken = subject.send(node(), payment);
      assertThat(trigger.disarm()).as("broken off").isTrue();
      assertThat(broken.status()).as("%s", broken).isIn(201, 409, 503);
      assertThat(broken.status() == 201 || broken.isProblem()).as("%s", broken).isTrue();
      assertHappensOnce(payment, broken.status() == 201 ? broken : null);
    }

    /** The node is killed at that moment, and started again by the stand. */
    private void kill(CrashPoint point) {
      stand.gateway().reset();
      Payment payment = Payment.fresh();
      int starts = node().starts();
      trigger.arm(point, () -> node().kill9());
      Reply answered = sendToDying(payment);
      assertThat(trigger.disarm()).as("broken off").isTrue();
      await().atMost(PATIENCE).until(() -> node().starts() > starts);
      node().awaitReady();
      assertHappensOnce(payment, answered);
      warmUp();
    }

    /** A signal takes its time: the node may try once more, and answer before it is gone. */
    private @Nullable Reply sendToDying(Payment payment) {
      try {
        Reply answered = subject.send(node(), payment);
        return answered.status() == 201 ? answered : null;
      } catch (AssertionError e) {
        assertThat(e).hasCauseInstanceOf(IOException.class);
        return null;
      }
    }

    private void gatewayPoints() {
      for (Behaviour behaviour :
          List.of(Behaviour.answering(503).times(1), Behaviour.droppingAfterCharge().times(1))) {
        stand.gateway().reset();
        stand.gateway().behave(behaviour);
        Payment payment = Payment.fresh();
        Reply broken = subject.send(node(), payment);
        assertThat(broken.status()).as("%s", broken).isEqualTo(503);
        assertHappensOnce(payment, null);
      }
    }

    private void assertHappensOnce(Payment payment, @Nullable Reply earlier) {
      List<Reply> answers = new ArrayList<>();
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(POLL)
          .atMost(STUCK_AT_MOST)
          .until(
              () -> {
                Reply reply = subject.send(node(), payment);
                if (reply.status() != 201) {
                  assertThat(reply.status()).as("%s", reply).isIn(FOR_NOW);
                  return false;
                }
                return answers.add(reply);
              });
      Reply first = answers.get(0);
      if (earlier != null) {
        assertThat(first.body()).isEqualTo(earlier.body());
        assertThat(first.isReplay()).as("%s", first).isTrue();
      }
      Reply again = subject.send(node(), payment);
      assertThat(again.isReplay()).as("%s", again).isTrue();
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(again.location()).isEqualTo(first.location());
      subject.assertHappenedOnce(stand, payment);
      Books books = new Books(stand.postgres().dataSource());
      await().atMost(PATIENCE).until(() -> books.transactionsLeftOpen() == 0);
    }
  }
}
