// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import dev.idempotency.outboxbench.Contender.Terms;
import dev.idempotency.outboxbench.Figures.Metric;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures as tables: every round as CSV, the medians as Markdown. */
record Report(Sizes sizes, String durability, Map<Contender, Figures> figures) {

  String csv() {
    StringBuilder csv = new StringBuilder("contender,version,metric,round,figure\n");
    figures.forEach(
        (contender, all) -> {
          Terms terms = contender.terms();
          for (Metric metric : Metric.values()) {
            int round = 1;
            for (double figure : all.all(metric)) {
              csv.append(
                  "%s,%s,%s,%d,%s%n"
                      .formatted(
                          terms.name(), terms.version(), metric, round++, metric.show(figure)));
            }
          }
        });
    return csv.toString();
  }

  String markdown() {
    return row("", terms().map(Terms::name))
        + "|---".repeat(figures.size() + 1)
        + "|\n"
        + row("version", terms().map(Terms::version))
        + row("batch", terms().map(Terms::batch))
        + row("concurrency", terms().map(Terms::concurrency))
        + row("woken", terms().map(Terms::wakes))
        + Stream.of(Metric.values())
            .map(
                metric ->
                    row(
                        metric.title(),
                        figures.values().stream().map(figure -> figure.summary(metric))))
            .collect(Collectors.joining())
        + "\nAll: %s; %d rounds of %d s; backlogs of %,d and %,d, the latter for at most %d s.\n"
            .formatted(
                durability,
                sizes.rounds(),
                sizes.steady().toSeconds(),
                sizes.drains(),
                sizes.largeDrain(),
                sizes.longestDrain().toSeconds());
  }

  private Stream<Terms> terms() {
    return figures.keySet().stream().map(Contender::terms);
  }

  private static String row(String title, Stream<String> cells) {
    return "| " + title + cells.collect(Collectors.joining(" | ", " | ", " |\n"));
  }
}
