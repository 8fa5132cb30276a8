// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.outboxbench.Figures.Metric;
import org.junit.jupiter.api.Test;

/**
 * The harness works: every contender delivers all that it is given, and every metric has a figure.
 */
class OutboxBenchmarkIT {

  @Test
  void aTinyRunHasAFigureForEachContenderAndMetric() throws Exception {
    try (OutboxBenchmark benchmark = new OutboxBenchmark(Sizes.tiny())) {
      Report report = benchmark.run();
      assertThat(report.figures().values())
          .hasSizeGreaterThanOrEqualTo(2)
          .allSatisfy(
              figures -> {
                for (Metric metric : Metric.values()) {
                  assertThat(figures.all(metric)).as(metric.title()).hasSize(1);
                }
                assertThat(figures.median(Metric.STEADY)).isPositive();
                assertThat(figures.median(Metric.DRAIN)).isPositive();
              });
      assertThat(report.durability()).contains("fsync on, synchronous_commit on");
      assertThat(report.markdown()).contains("transaction-outbox", "namastack-outbox", "batch");
      assertThat(report.csv().lines()).hasSizeGreaterThan(12);
    }
  }
}
