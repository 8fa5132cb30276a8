// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured of one contender: a list of figures for each metric, one for each round. */
final class Figures {

  /** What is measured. */
  enum Metric {
    STEADY("messages/s, steady", "%.0f"),
    P50("commit to delivery at 100/s, p50, ms", "%.1f"),
    P99("commit to delivery at 100/s, p99, ms", "%.1f"),
    DRAIN("drain of the backlog, messages/s", "%.0f"),
    LARGE_DRAIN("drain of the large backlog, messages/s", "%.0f"),
    IDLE("idle, statements/s", "%.2f");

    private final String title;
    private final String format;

    Metric(String title, String format) {
      this.title = title;
      this.format = format;
    }

    String title() {
      return title;
    }

    String show(double figure) {
      return String.format(java.util.Locale.ROOT, format, figure);
    }
  }

  private final Map<Metric, List<Double>> figures = new LinkedHashMap<>();

  void add(Metric metric, double figure) {
    figures.computeIfAbsent(metric, m -> new ArrayList<>()).add(figure);
  }

  List<Double> all(Metric metric) {
    return figures.getOrDefault(metric, List.of());
  }

  double median(Metric metric) {
    double[] sorted = sorted(metric);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** The median, and where there are several the span that they lie in. */
  String summary(Metric metric) {
    double[] sorted = sorted(metric);
    if (sorted.length == 0) {
      return "";
    }
    String middle = metric.show(median(metric));
    return sorted.length == 1
        ? middle
        : "%s (%s – %s)"
            .formatted(middle, metric.show(sorted[0]), metric.show(sorted[sorted.length - 1]));
  }

  private double[] sorted(Metric metric) {
    double[] sorted = all(metric).stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
