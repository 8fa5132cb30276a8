// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import dev.idempotency.RecordQuery.Position;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StuckKeysTest {

  private static final RecordPage NONE = new RecordPage(List.of(), Optional.empty());
  private static final RecordPage ENDED_EARLY =
      new RecordPage(List.of(), Optional.of(new Position(Instant.EPOCH, new UUID(0, 0))));

  private final ListedRecords records = new ListedRecords();
  private long nanos = Long.MAX_VALUE - 5;
  private final StuckKeys stuck = new StuckKeys(() -> nanos);

  private void advance(Duration time) {
    nanos += time.toNanos();
  }

  @Test
  void aPageOfTheLastDayIsLookedAt() {
    records.page = NONE;
    assertThat(stuck.seenBy(records)).isEqualTo(new StuckKeys.Sight(0, false));
    assertThat(records.queries).containsExactly(RecordQuery.newest().onlyStuck().limit(100));
  }

  @Test
  void aListThatGoesOnMayHoldMore() {
    records.page = ENDED_EARLY;
    assertThat(stuck.seenBy(records).more()).isTrue();
  }

  @Test
  void manyProbesLookOnce() {
    records.page = NONE;
    stuck.seenBy(records);
    records.page = ENDED_EARLY;
    advance(Duration.ofSeconds(30).minusNanos(1));
    assertThat(stuck.seenBy(records).more()).isFalse();
    advance(Duration.ofNanos(1));
    assertThat(stuck.seenBy(records).more()).isTrue();
    assertThat(records.queries).hasSize(2);
  }
}
