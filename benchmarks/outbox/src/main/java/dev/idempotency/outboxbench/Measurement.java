// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import dev.idempotency.outboxbench.Figures.Metric;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** One contender's turn at each of the metrics. Each leaves it stopped and empty. */
final class Measurement {

  private static final int SENDERS = 4;

  /** More than a batch of each contender, so that no relay waits for a sender. */
  private static final int MOST_UNDELIVERED = 4_000;

  private static final long NANOS_BETWEEN_SENDS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Contender contender;
  private final Sink sink;
  private final BenchDatabase database;
  private final Sizes sizes;
  private final Figures figures;

  Measurement(
      Contender contender, Sink sink, BenchDatabase database, Sizes sizes, Figures figures) {
    this.contender = contender;
    this.sink = sink;
    this.database = database;
    this.sizes = sizes;
    this.figures = figures;
  }

  /**
   * Has one message delivered: what is done once, such as taking its partitions, counts nowhere.
   */
  void awaitReadiness() throws Exception {
    sink.reset(0);
    contender.startRelay();
    contender.send(0);
    requireAllDelivered(1);
    end();
  }

  /** What is sent as fast as it is delivered, while a bounded number is under way. */
  void steadyRate() throws Exception {
    sink.reset(0);
    contender.startRelay();
    AtomicLong sent = new AtomicLong();
    long warmUntil = System.nanoTime() + sizes.warmUp().toNanos();
    long until = warmUntil + sizes.steady().toNanos();
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      Future<?>[] running = new Future<?>[SENDERS];
      for (int i = 0; i < SENDERS; i++) {
        running[i] = senders.submit(() -> sendUntil(until, sent));
      }
      sleepUntil(warmUntil);
      long from = sink.delivered();
      long began = System.nanoTime();
      sleepUntil(until);
      long delivered = sink.delivered() - from;
      figures.add(Metric.STEADY, delivered * NANOS_PER_SECOND / (System.nanoTime() - began));
      awaitAll(running);
    } finally {
      senders.shutdownNow();
    }
    requireAllDelivered(sent.get());
    end();
  }

  private Void sendUntil(long until, AtomicLong sent) throws Exception {
    while (System.nanoTime() < until) {
      if (sent.get() - sink.delivered() >= MOST_UNDELIVERED) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      } else {
        contender.send(sent.getAndIncrement());
      }
    }
    return null;
  }

  /** From the return of the commit to the call of the destination, at 100 messages a second. */
  void latency() throws Exception {
    int messages = Math.max(1, (int) (sizes.steady().toNanos() / NANOS_BETWEEN_SENDS));
    sink.reset(messages);
    contender.startRelay();
    long[] committedAt = new long[messages];
    long begin = System.nanoTime() + sizes.warmUp().toNanos();
    ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
    try {
      Future<?>[] running = new Future<?>[SENDERS];
      for (int i = 0; i < SENDERS; i++) {
        int first = i;
        running[i] = senders.submit(() -> sendPaced(first, begin, committedAt));
      }
      awaitAll(running);
    } finally {
      senders.shutdownNow();
    }
    requireAllDelivered(messages);
    double[] millis = new double[messages];
    for (int i = 0; i < messages; i++) {
      // A message may be delivered before the sender is told that it has committed.
      millis[i] = Math.max(0, sink.deliveredAt(i) - committedAt[i]) / NANOS_PER_MILLI;
    }
    Arrays.sort(millis);
    figures.add(Metric.P50, millis[messages / 2]);
    figures.add(Metric.P99, millis[(int) (messages * 0.99)]);
    end();
  }

  private Void sendPaced(int first, long begin, long[] committedAt) throws Exception {
    for (int i = first; i < committedAt.length; i += SENDERS) {
      sleepUntil(begin + i * NANOS_BETWEEN_SENDS);
      contender.send(i);
      committedAt[i] = System.nanoTime();
    }
    return null;
  }

  /** What a relay delivers that finds a backlog when it starts. */
  void drain(long messages, Metric metric) throws Exception {
    contender.fill(messages);
    sink.reset(0);
    contender.startRelay();
    long deadline = System.nanoTime() + sizes.longestDrain().toNanos();
    while (sink.delivered() < messages && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
    long delivered = sink.delivered();
    long now = System.nanoTime();
    if (delivered == 0) {
      throw new IllegalStateException(contender.terms().name() + " delivered nothing");
    }
    figures.add(metric, delivered * NANOS_PER_SECOND / (now - sink.firstAt()));
    if (delivered >= messages) {
      requireAllDelivered(messages);
    }
    end();
  }

  /** Statements of a relay that has nothing to do. */
  void idle() throws Exception {
    contender.startRelay();
    sleepUntil(System.nanoTime() + sizes.warmUp().toNanos());
    long before = database.statements();
    sleepUntil(System.nanoTime() + sizes.idle().toNanos());
    double seconds = sizes.idle().toNanos() / NANOS_PER_SECOND;
    figures.add(Metric.IDLE, (database.statements() - before) / seconds);
    end();
  }

  private void end() throws Exception {
    contender.stopRelay();
    contender.clear();
  }

  /** A rate counts only if everything arrived, and is marked. */
  private void requireAllDelivered(long messages) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (sink.delivered() < messages || contender.pending() > 0) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(
            "%s delivered %d of %d, and %d are not marked"
                .formatted(
                    contender.terms().name(), sink.delivered(), messages, contender.pending()));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    if (sink.delivered() != messages) {
      throw new IllegalStateException(
          "%s delivered %d for %d".formatted(contender.terms().name(), sink.delivered(), messages));
    }
  }

  private static void awaitAll(Future<?>... futures)
      throws InterruptedException, ExecutionException {
    for (Future<?> future : futures) {
      future.get();
    }
  }

  private static void sleepUntil(long nanoTime) {
    long left;
    while ((left = nanoTime - System.nanoTime()) > 0) {
      LockSupport.parkNanos(left);
    }
  }
}
