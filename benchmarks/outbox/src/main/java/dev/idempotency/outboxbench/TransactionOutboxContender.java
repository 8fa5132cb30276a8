// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import com.gruelbox.transactionoutbox.DefaultPersistor;
import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Submitter;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * gruelbox transaction-outbox: hands over after commit to threads of its own; a loop of flushes
 * picks up the rest. Each message is locked, delivered and deleted in a transaction of its own.
 */
final class TransactionOutboxContender implements Contender {

  private static final int THREADS = 8;
  private static final int QUEUE = 16_384;
  private static final int BATCH = 4_096;

  /** Between flushes that found nothing: what it picks up then was lost by a crash. */
  private static final Duration FLUSH_EVERY = Duration.ofSeconds(1);

  private final BenchDatabase database;
  private final HikariDataSource pool;
  private final TransactionManager transactions;
  private final ThreadPoolExecutor executor;
  private final TransactionOutbox outbox;
  private volatile boolean running;
  private @Nullable Thread flusher;

  /** What is called for each message. */
  public static class Delivery {

    private final Sink sink;

    /** For the proxy that notes the call. */
    public Delivery() {
      this(new Sink());
    }

    Delivery(Sink sink) {
      this.sink = sink;
    }

    /** Delivers. */
    public void deliver(long id, String payload) {
      sink.deliver(id);
    }
  }

  TransactionOutboxContender(BenchDatabase database, Sink sink) throws SQLException {
    this.database = database;
    this.pool = database.pool("transaction-outbox", 32);
    this.transactions = TransactionManager.fromDataSource(pool);
    this.executor =
        new ThreadPoolExecutor(
            THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE));
    database.execute("CREATE TABLE business_g (id bigint, payload text)");
    this.outbox =
        TransactionOutbox.builder()
            .transactionManager(transactions)
            .persistor(DefaultPersistor.builder().dialect(Dialect.POSTGRESQL_9).build())
            .instantiator(Instantiator.using(type -> new Delivery(sink)))
            .submitter(this::submit)
            .flushBatchSize(BATCH)
            .serializeMdc(false)
            .build();
  }

  private void submit(
      com.gruelbox.transactionoutbox.TransactionOutboxEntry entry,
      java.util.function.Consumer<com.gruelbox.transactionoutbox.TransactionOutboxEntry> run) {
    if (running) {
      Submitter.withExecutor(executor).submit(entry, run);
    }
  }

  @Override
  public Terms terms() {
    return new Terms(
        "gruelbox transaction-outbox",
        "4.2.268",
        "flush of " + BATCH,
        THREADS + " threads",
        "by the commit; flush every " + FLUSH_EVERY);
  }

  @Override
  public void send(long id) throws Exception {
    transactions.inTransactionThrows(
        transaction -> {
          try (PreparedStatement insert =
              transaction
                  .connection()
                  .prepareStatement("INSERT INTO business_g (id, payload) VALUES (?, ?)")) {
            insert.setLong(1, id);
            insert.setString(2, Payload.TEXT);
            insert.executeUpdate();
          }
          outbox.schedule(Delivery.class).deliver(id, Payload.TEXT);
        });
  }

  @Override
  public void startRelay() {
    running = true;
    Thread thread = new Thread(this::flush, "flush");
    thread.start();
    flusher = thread;
  }

  private void flush() {
    while (running) {
      if (!outbox.flush()) {
        LockSupport.parkNanos(FLUSH_EVERY.toNanos());
      }
    }
  }

  @Override
  public void stopRelay() {
    running = false;
    Thread thread = flusher;
    if (thread != null) {
      LockSupport.unpark(thread);
      joinUninterruptibly(thread);
    }
    executor.getQueue().clear();
    while (executor.getActiveCount() > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  private static void joinUninterruptibly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted", e);
    }
  }

  @Override
  public void fill(long messages) throws Exception {
    send(0);
    try (Connection connection = pool.getConnection();
        PreparedStatement copy =
            connection.prepareStatement(
                "INSERT INTO txno_outbox (id, invocation, nextattempttime, attempts, blocked,"
                    + " version, processed) SELECT gen_random_uuid()::text, invocation,"
                    + " now() - interval '1 hour', 0, false, 0, false"
                    + " FROM txno_outbox, generate_series(1, ?)")) {
      copy.setLong(1, messages);
      copy.executeUpdate();
    }
    database.execute(
        "DELETE FROM txno_outbox WHERE nextattempttime > now()", "VACUUM ANALYZE txno_outbox");
  }

  @Override
  public long pending() throws SQLException {
    return database.number("SELECT count(*) FROM txno_outbox");
  }

  @Override
  public void clear() throws SQLException {
    database.execute("TRUNCATE txno_outbox, business_g");
  }

  @Override
  public void close() {
    executor.shutdownNow();
    pool.close();
  }
}
