// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idempotency.stand.process.Child;
import dev.idempotency.stand.process.ChildSpec;
import dev.idempotency.stand.process.Leash;
import dev.idempotency.stand.process.Signal;
import dev.idempotency.stand.process.StandException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SupervisorIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration MANY_POLLS = Duration.ofSeconds(1);

  @TempDir Path folder;

  private final Leash leash = new Leash();
  private final List<String> told = new CopyOnWriteArrayList<>();

  @AfterEach
  void end() {
    leash.close();
  }

  private Supervisor supervisor(String shellCommand, Readiness readiness) {
    return new Supervisor(
        "child",
        () ->
            Child.start(
                ChildSpec.of(
                    "child",
                    List.of("sh", "-c", shellCommand),
                    folder,
                    folder.resolve("child.log")),
                leash),
        readiness,
        LIMIT,
        told::add);
  }

  @Test
  void aKilledChildIsStartedAgainAndSaysSo() {
    try (Supervisor supervisor = supervisor("exec sleep 600", () -> true)) {
      supervisor.start();
      supervisor.awaitReady(LIMIT);
      long first = supervisor.require().pid();

      supervisor.kill9();
      supervisor.awaitReady(LIMIT);

      assertThat(supervisor.require().pid()).isNotEqualTo(first);
      assertThat(supervisor.starts()).isEqualTo(2);
      assertThat(told)
          .anyMatch(
              line -> line.contains("pid " + first + ") ended by signal 9; it is started again"))
          .anyMatch(line -> line.contains("is ready again"));
    }
  }

  @Test
  void aChildThatSomebodyElseEndsIsStartedAgain() {
    try (Supervisor supervisor = supervisor("exec sleep 600", () -> true)) {
      supervisor.start();
      supervisor.awaitReady(LIMIT);

      Signal.TERM.sendTo(supervisor.require().pid());

      await().atMost(LIMIT).until(() -> supervisor.starts() == 2 && supervisor.isReady());
    }
  }

  @Test
  void aKilledChildIsNotReadyUntilItsSuccessorIs() {
    boolean[] answer = {true};
    try (Supervisor supervisor = supervisor("exec sleep 600", () -> answer[0])) {
      supervisor.start();
      supervisor.awaitReady(LIMIT);
      answer[0] = false;

      supervisor.kill9();

      assertThat(supervisor.isReady()).isFalse();
      assertThatThrownBy(() -> supervisor.awaitReady(Duration.ofMillis(50)))
          .hasMessageContaining("is not ready after");
    }
  }

  @Test
  void aStoppedChildStaysDownUntilItIsStarted() {
    try (Supervisor supervisor = supervisor("exec sleep 600", () -> true)) {
      supervisor.start();
      supervisor.awaitReady(LIMIT);
      Child first = supervisor.require();

      supervisor.stop();

      assertThat(first.isAlive()).isFalse();
      assertThatThrownBy(supervisor::require).hasMessageContaining("does not run");
      assertThat(supervisor.starts()).isEqualTo(1);

      supervisor.start();
      supervisor.awaitReady(LIMIT);
      assertThat(supervisor.starts()).isEqualTo(2);
    }
  }

  @Test
  void aChildThatEndsBeforeItIsReadyIsNotTriedAgain() {
    try (Supervisor supervisor = supervisor("echo no licence; exit 3", () -> false)) {
      supervisor.start();

      assertThatThrownBy(() -> supervisor.awaitReady(LIMIT))
          .isInstanceOf(StandException.class)
          .hasMessageContaining("ended by exit code 3 before it was ready")
          .hasMessageContaining("no licence");
      assertThat(supervisor.starts()).isEqualTo(1);
    }
  }

  @Test
  void aPausedChildIsLeftAlone() {
    try (Supervisor supervisor = supervisor("exec sleep 600", () -> true)) {
      supervisor.start();
      supervisor.awaitReady(LIMIT);
      Child paused = supervisor.require();

      paused.signal(Signal.STOP);
      await()
          .during(MANY_POLLS)
          .atMost(LIMIT)
          .until(() -> supervisor.starts() == 1 && supervisor.require() == paused);
      paused.signal(Signal.CONT);

      assertThat(supervisor.require()).isSameAs(paused);
    }
  }
}
