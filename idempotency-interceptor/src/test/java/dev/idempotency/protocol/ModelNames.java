// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names for what is random or absolute, so that states can be compared across runs: a token is
 * called after who made it, a time is told from now.
 */
final class ModelNames {

  private final Map<UUID, String> names = new HashMap<>();
  private final FakeClock clock;

  ModelNames(FakeClock clock) {
    this.clock = clock;
  }

  void name(UUID random, String name) {
    names.putIfAbsent(random, name);
  }

  boolean knows(UUID random) {
    return names.containsKey(random);
  }

  String of(UUID random) {
    return names.getOrDefault(random, "unnamed");
  }

  String of(@Nullable FakeRow row) {
    if (row == null) {
      return "none";
    }
    return String.join(
        " ",
        row.state().name(),
        row.retryable() ? "retryable" : "",
        String.valueOf(row.fence().attempt()),
        of(row.fence().token()),
        of(row.life()),
        row.fingerprint().toString(),
        fromNow(row.times().leaseUntil()),
        fromNow(row.times().expiresAt()),
        ModelWork.nameOf(row.outcome()),
        row.steps().stream().map(this::of).collect(Collectors.joining()));
  }

  private String of(FakeStep step) {
    byte[] result = step.result();
    return step.place()
        + step.state().name()
        + fromNow(step.begun())
        + (result == null ? "" : new String(result, StandardCharsets.UTF_8));
  }

  String of(StoredRecord record) {
    return String.join(
        " ",
        record.state().name(),
        record.retryable() ? "retryable" : "",
        String.valueOf(record.fence().attempt()),
        of(record.fence().token()),
        of(record.life()),
        record.fingerprint().toString(),
        record.timing().leaseLeft().toString(),
        record.timing().expired() ? "expired" : "",
        ModelWork.nameOf(record.outcome()));
  }

  private String fromNow(@Nullable Instant time) {
    return time == null ? "-" : Duration.between(clock.instant(), time).toString();
  }
}
