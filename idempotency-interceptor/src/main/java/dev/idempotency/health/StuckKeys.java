// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.health;

import dev.idempotency.IdempotencyRecords;
import dev.idempotency.RecordPage;
import dev.idempotency.RecordQuery;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How many keys of the last day somebody should look at. Probes come every few seconds, from
 * several sides; the records are looked at once in a while, one page of them. Safe for concurrent
 * use.
 */
final class StuckKeys {

  private static final Duration LOOK_AGAIN_AFTER = Duration.ofSeconds(30);
  private static final int MOST = 100;

  /**
   * What a look found.
   *
   * @param keys how many
   * @param more whether there may be more
   */
  record Sight(long keys, boolean more) {}

  private final LongSupplier nanoClock;

  private @Nullable Sight last;
  private long lookedAt;

  StuckKeys(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  synchronized Sight seenBy(IdempotencyRecords records) {
    long now = nanoClock.getAsLong();
    if (last == null || now - lookedAt >= LOOK_AGAIN_AFTER.toNanos()) {
      RecordPage page = records.list(RecordQuery.newest().onlyStuck().limit(MOST));
      last = new Sight(page.records().size(), page.next().isPresent());
      lookedAt = now;
    }
    return last;
  }
}
