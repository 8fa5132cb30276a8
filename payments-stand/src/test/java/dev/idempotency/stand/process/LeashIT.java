// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeashIT {

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path folder;

  private Child sleeper(Leash leash) {
    return Child.start(
        ChildSpec.of("sleeper", List.of("sleep", "600"), folder, folder.resolve("sleeper.log")),
        leash);
  }

  @Test
  void whoeverIsOnTheLeashEndsWithIt() {
    Leash leash = new Leash();
    Child first = sleeper(leash);
    Child second = sleeper(leash);

    leash.close();

    assertThat(first.awaitExit(SOON)).isTrue();
    assertThat(second.awaitExit(SOON)).isTrue();
  }

  @Test
  void aPausedProcessEndsAsWell() {
    Leash leash = new Leash();
    Child paused = sleeper(leash);
    paused.signal(Signal.STOP);

    leash.close();

    assertThat(paused.awaitExit(SOON)).isTrue();
  }

  @Test
  void whoeverWasLetGoIsNotSignalled() {
    Leash leash = new Leash();
    Child free = sleeper(leash);
    Child bound = sleeper(leash);
    leash.remove(free.pid());

    leash.close();

    assertThat(bound.awaitExit(SOON)).isTrue();
    assertThat(free.isAlive()).isTrue();
    free.kill();
  }

  @Test
  void nothingIsStartedOnAClosedLeash() {
    Leash leash = new Leash();
    leash.close();

    assertThatThrownBy(() -> sleeper(leash))
        .isInstanceOf(StandException.class)
        .hasMessageContaining("nothing is started any more");
  }
}
