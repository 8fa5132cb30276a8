// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import dev.idempotency.outboxbench.Figures.Metric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures all contenders in one process against one database, in turns: in each round every one of
 * them, beginning with another, so that what else the machine does meets them alike.
 */
public final class OutboxBenchmark implements AutoCloseable {

  private final BenchDatabase database;
  private final Sizes sizes;
  private final Sink sink = new Sink();
  private final List<Contender> contenders = new ArrayList<>();
  private final Map<Contender, Figures> figures = new LinkedHashMap<>();

  OutboxBenchmark(Sizes sizes) throws IOException, SQLException {
    this.sizes = sizes;
    this.database = BenchDatabase.start();
    contenders.add(new TransactionOutboxContender(database, sink));
    contenders.add(new NamastackContender(database, sink));
    contenders.forEach(contender -> figures.put(contender, new Figures()));
  }

  /**
   * Measures and writes the tables.
   *
   * @param arguments the folder that gets them
   * @throws Exception if a contender loses a message, or anything else fails
   */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (OutboxBenchmark benchmark = new OutboxBenchmark(Sizes.configured())) {
      Report report = benchmark.run();
      Files.writeString(folder.resolve("outbox.csv"), report.csv());
      Files.writeString(folder.resolve("outbox.md"), report.markdown());
      System.out.println(report.markdown());
    }
  }

  Report run() throws Exception {
    for (Contender contender : contenders) {
      measurement(contender).awaitReadiness();
    }
    for (int round = 0; round < sizes.rounds(); round++) {
      for (int turn = 0; turn < contenders.size(); turn++) {
        Measurement measurement = measurement(contenders.get((round + turn) % contenders.size()));
        measurement.steadyRate();
        measurement.latency();
        measurement.drain(sizes.drains(), Metric.DRAIN);
      }
    }
    for (Contender contender : contenders) {
      measurement(contender).drain(sizes.largeDrain(), Metric.LARGE_DRAIN);
    }
    for (Contender contender : contenders) {
      measurement(contender).idle();
    }
    return new Report(sizes, database.durability(), figures);
  }

  private Measurement measurement(Contender contender) {
    return new Measurement(contender, sink, database, sizes, figuresOf(contender));
  }

  private Figures figuresOf(Contender contender) {
    return figures.computeIfAbsent(contender, c -> new Figures());
  }

  @Override
  public void close() throws IOException {
    contenders.forEach(Contender::close);
    database.close();
  }
}
