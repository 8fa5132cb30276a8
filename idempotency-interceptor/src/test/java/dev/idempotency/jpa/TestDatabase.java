// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One PostgreSQL for all tests of the JVM. The application's role owns a schema, comes by it
 * through its search path, and is no superuser.
 */
final class TestDatabase {

  static final String SCHEMA = "shop";

  private static final String NAME = "payments";
  private static final List<String> SCRIPTS =
      List.of(
          "V1__idempotency_record.sql",
          "V2__idempotency_lease.sql",
          "V3__idempotency_step.sql",
          "V4__idempotency_outbox.sql",
          "V5__idempotency_audit.sql");

  private final EmbeddedPostgres postgres;

  private TestDatabase() {
    try {
      postgres =
          EmbeddedPostgres.builder()
              .setServerConfig("max_connections", "200")
              .setServerConfig("shared_preload_libraries", "pg_stat_statements")
              .setServerConfig("timezone", "Pacific/Chatham")
              .start();
      prepare();
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL does not start", e);
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be prepared", e);
    }
  }

  static TestDatabase get() {
    return Holder.INSTANCE;
  }

  /** The application's connections, with settings of the session such as {@code -c name=value}. */
  PGSimpleDataSource application(String options) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setServerNames(new String[] {"localhost"});
    source.setPortNumbers(new int[] {postgres.getPort()});
    source.setDatabaseName(NAME);
    source.setUser(NAME);
    source.setPassword(NAME);
    source.setOptions(options);
    return source;
  }

  /** Connections that may see statistics. */
  DataSource superuser() {
    return postgres.getDatabase("postgres", NAME);
  }

  private void prepare() throws SQLException, IOException {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE payments LOGIN PASSWORD 'payments'");
      statement.execute("CREATE DATABASE payments OWNER payments");
    }
    try (Connection connection = superuser().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE EXTENSION pg_stat_statements");
      statement.execute("CREATE SCHEMA shop AUTHORIZATION payments");
      statement.execute("ALTER ROLE payments SET search_path = shop, public");
    }
    try (Connection connection = application("").getConnection();
        Statement statement = connection.createStatement()) {
      for (String name : SCRIPTS) {
        statement.execute(script(name));
      }
      statement.execute("CREATE TABLE business_row (id text PRIMARY KEY, reference text UNIQUE)");
    }
  }

  private static String script(String name) throws IOException {
    try (InputStream script = TestDatabase.class.getResourceAsStream("/db/idempotency/" + name)) {
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static final class Holder {
    static final TestDatabase INSTANCE = new TestDatabase();
  }
}
