// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.IdempotencyKey;
import dev.idempotency.Idempotent;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Names, retentions and policies that cannot be honoured. */
class SettingProblemsTest {

  @ApplicationScoped
  static class IllegalName {
    @Idempotent(operation = "Transfers Create")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class Overloaded {
    @Idempotent
    public String run(@IdempotencyKey String key) {
      return key;
    }

    @Idempotent
    public String run(@IdempotencyKey String key, int amount) {
      return key;
    }
  }

  @ApplicationScoped
  static class ShortRetention {
    @Idempotent(retention = "PT1H", retryWindow = "P3D")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class ForeverWithoutName {
    @Idempotent(retention = "forever")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class EightDaysWithoutName {
    @Idempotent(retention = "P8D")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class BadDuration {
    @Idempotent(staleAfter = "30s")
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  @ApplicationScoped
  static class BadPolicy {
    @Idempotent(
        retryOn = IllegalStateException.class,
        replayOn = IllegalStateException.class,
        replayOnStatus = 200)
    public String run(@IdempotencyKey String key) {
      return key;
    }
  }

  static Arguments refused(Class<?> bean, String... parts) {
    return Arguments.of(bean, parts);
  }

  static List<Arguments> refusals() {
    return List.of(
        refused(IllegalName.class, "'Transfers Create'", "such as transfers.create"),
        refused(Overloaded.class, "overloaded.run", "give one of them another"),
        refused(ShortRetention.class, "PT1H is shorter than its retry-window PT72H", "raise"),
        refused(ForeverWithoutName.class, "retention forever", "@Idempotent(operation ="),
        refused(EightDaysWithoutName.class, "PT192H is longer than 7 days", "(operation ="),
        refused(BadDuration.class, "stale-after must be a duration", "'30s'", "PT1S to P1D"),
        refused(BadPolicy.class, "retry-on and replay-on both name", "IllegalStateException"),
        refused(BadPolicy.class, "replay-on-status must be HTTP statuses from 400", "'200'"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void failsTheDeploymentAndNamesClassMethodReasonAndRemedy(Class<?> bean, String[] parts) {
    assertThat(Refusals.problemsOf(Map.of(), bean))
        .contains(bean.getName() + ".run(")
        .contains(parts);
  }
}
