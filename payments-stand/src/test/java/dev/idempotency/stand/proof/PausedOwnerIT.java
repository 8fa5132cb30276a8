// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.Stand;
import dev.idempotency.stand.StandPorts;
import dev.idempotency.stand.node.Node;
import dev.idempotency.stand.node.ServerKind;
import dev.idempotency.stand.proof.CrashPoint.Side;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Owners that are stopped (SIGSTOP) for longer than their lease, exactly between the insert and the
 * commit of their claim, between claim and work, and between the outcome and its commit; then they
 * go on.
 */
final class PausedOwnerIT {

  private static final Logger LOGGER = Logger.getLogger("paused owners");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int WARM_CALLS = 8;

  /** All of them where time is no matter; the others differ in nothing but their statements. */
  private static final List<CrashSubject> SUBJECTS =
      Integer.getInteger("proof.kill.points", 1) > 1
          ? List.of(CrashSubject.values())
          : List.of(CrashSubject.TRANSFER, CrashSubject.LEDGER_ENTRY);

  @ParameterizedTest
  @EnumSource(names = {"PAYARA_MICRO_6", "WILDFLY"})
  void whereverAnOwnerIsPausedItsCallHappensOnce(ServerKind server, @TempDir Path folder)
      throws Exception {
    StandPorts ports = StandPorts.free(2);
    try (DatabaseProxy proxy = new DatabaseProxy(ports.postgres());
        Stand stand =
            Stands.of(server)
                .nodes(2)
                .ports(ports)
                .databasePort(proxy.port())
                .war(BookingsWar.in(folder))
                .setting("idempotency.stale-after", "PT2S")
                // What frees the locks of an owner that is stopped (P32).
                .postgresSetting("idle_in_transaction_session_timeout", "3s")
                .setting("idempotency.purge-enabled", "false")
                .setting("idempotency.outbox.poll", "PT1M")
                .start()) {
      for (CrashSubject subject : SUBJECTS) {
        for (CrashPoint point : stops(stand, proxy.trigger(), subject)) {
          pause(stand, proxy.trigger(), subject, point);
        }
      }
    }
  }

  /** The commit of the claim, what follows it, and the last commit. */
  private static List<CrashPoint> stops(Stand stand, Trigger trigger, CrashSubject subject) {
    for (int call = 0; call < WARM_CALLS; call++) {
      assertThat(subject.send(stand.node(1), Payment.fresh()).status()).isEqualTo(201);
    }
    trigger.count();
    assertThat(subject.send(stand.node(1), Payment.fresh()).status()).isEqualTo(201);
    trigger.disarm();
    List<CrashPoint> points = CrashPoint.of(trigger.seen(), Side.HELD);
    List<CrashPoint> commits =
        points.stream().filter(point -> point.sql().contains("COMMIT")).toList();
    CrashPoint first = commits.get(0);
    CrashPoint last = commits.get(commits.size() - 1);
    return first.equals(last) ? List.of(last) : List.of(first, points.get(first.request()), last);
  }

  private static void pause(Stand stand, Trigger trigger, CrashSubject subject, CrashPoint point)
      throws Exception {
    stand.gateway().reset();
    Payment payment = Payment.fresh();
    Node owner = stand.node(1);
    CountDownLatch stopped = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    trigger.arm(
        point,
        () -> {
          owner.sigstop();
          stopped.countDown();
          awaitUninterrupted(goesOn);
        });
    CompletableFuture<Reply> late =
        CompletableFuture.supplyAsync(() -> subject.send(owner, payment));
    try {
      assertThat(stopped.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("%s", point).isTrue();
      List<Reply> answers = new ArrayList<>();
      await()
          .pollInterval(POLL)
          .atMost(PATIENCE)
          .until(
              () -> {
                Reply reply = subject.send(stand.node(2), payment);
                assertThat(reply.status()).as("%s", reply).isIn(201, 409, 503);
                return reply.status() == 201 && answers.add(reply);
              });
      goesOn.countDown();
      owner.sigcont();
      Reply answerOfTheLate = late.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      assertThat(answerOfTheLate.status()).as("%s", answerOfTheLate).isIn(201, 409, 503);
      Reply successor = answers.get(0);
      if (answerOfTheLate.status() == 201) {
        assertThat(answerOfTheLate.body()).isEqualTo(successor.body());
      }
      Reply again = subject.send(owner, payment);
      assertThat(again.isReplay()).as("%s", again).isTrue();
      assertThat(again.body()).isEqualTo(successor.body());
      subject.assertHappenedOnce(stand, payment);
      LOGGER.info(() -> subject + " survived a pause at " + point);
    } finally {
      goesOn.countDown();
      owner.sigcont();
      trigger.disarm();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
