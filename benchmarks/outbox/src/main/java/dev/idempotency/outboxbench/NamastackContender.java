// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import com.zaxxer.hikari.HikariDataSource;
import io.namastack.outbox.Outbox;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * namastack-outbox: polls for keys, reads the messages of each, delivers them on threads of its own
 * and deletes each by itself. With the settings of its own performance test, but for the interval,
 * which would bound the rate.
 */
final class NamastackContender implements Contender {

  private static final int BATCH = 1_200;
  private static final int THREADS = 16;
  private static final int MOST_THREADS = 32;
  private static final int POLL_MILLIS = 10;

  /** A message. */
  public record Message(long id, String payload) {}

  /** No component scan, which would find more of Spring than is measured. */
  @EnableAutoConfiguration
  static class Application {}

  /** What is called for each message. */
  record Handler(Sink sink) implements OutboxTypedHandler<Message> {

    @Override
    public void handle(Message message, OutboxRecordMetadata metadata) {
      sink.deliver(message.id());
    }
  }

  private final BenchDatabase database;
  private final HikariDataSource pool;
  private final ConfigurableApplicationContext context;
  private final Outbox outbox;
  private final JdbcTemplate jdbc;
  private final TransactionTemplate transaction;
  private final SmartLifecycle relay;

  NamastackContender(BenchDatabase database, Sink sink) throws SQLException {
    this.database = database;
    this.pool = database.pool("namastack", MOST_THREADS);
    database.execute("CREATE TABLE business_n (id bigint, payload text)");
    SpringApplication application = new SpringApplication(Application.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(settings());
    application.addInitializers(
        started -> {
          GenericApplicationContext beans = (GenericApplicationContext) started;
          beans.registerBean(DataSource.class, () -> pool);
          beans.registerBean("sinkHandler", Handler.class, () -> new Handler(sink));
        });
    this.context = application.run();
    this.outbox = context.getBean(Outbox.class);
    this.jdbc = new JdbcTemplate(pool);
    this.transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    this.relay = context.getBean("outboxProcessingScheduler", SmartLifecycle.class);
    relay.stop();
  }

  private static Map<String, Object> settings() {
    return Map.of(
        "spring.main.banner-mode", "off",
        "namastack.outbox.jdbc.schema-initialization.enabled", "true",
        "namastack.outbox.polling.batch-size", BATCH,
        "namastack.outbox.polling.trigger", "fixed",
        "namastack.outbox.polling.fixed.interval", POLL_MILLIS + "ms",
        "namastack.outbox.processing.delete-completed-records", "true",
        "namastack.outbox.processing.executor-core-pool-size", THREADS,
        "namastack.outbox.processing.executor-max-pool-size", MOST_THREADS,
        "namastack.outbox.multicaster.publish-after-save", "false");
  }

  @Override
  public Terms terms() {
    return new Terms(
        "namastack-outbox",
        "1.6.0",
        "poll of " + BATCH,
        THREADS + " threads",
        "polls " + POLL_MILLIS + " ms after the last batch");
  }

  @Override
  public void send(long id) {
    transaction.executeWithoutResult(
        status -> {
          jdbc.update("INSERT INTO business_n (id, payload) VALUES (?, ?)", id, Payload.TEXT);
          outbox.schedule(new Message(id, Payload.TEXT));
        });
  }

  @Override
  public void startRelay() {
    relay.start();
  }

  @Override
  public void stopRelay() {
    relay.stop();
  }

  @Override
  public void fill(long messages) throws SQLException {
    send(0);
    jdbc.update(
        "INSERT INTO outbox_record SELECT gen_random_uuid()::text, status, gen_random_uuid()::text,"
            + " record_type, payload, context, created_at, completed_at, failure_count,"
            + " failure_reason, next_retry_at, floor(random() * 256)::int, handler_id"
            + " FROM outbox_record, generate_series(2, ?)",
        messages);
    database.execute("VACUUM ANALYZE outbox_record");
  }

  @Override
  public long pending() throws SQLException {
    return database.number("SELECT count(*) FROM outbox_record");
  }

  @Override
  public void clear() throws SQLException {
    database.execute("TRUNCATE outbox_record, business_n");
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }
}
