// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** The PostgreSQL of one test JVM, started on first use and stopped with the JVM. */
public final class TestDatabase {

  private static final String[] SCRIPTS = {
    "/db/idempotency/V1__idempotency_record.sql",
    "/db/idempotency/V2__idempotency_lease.sql",
    "/db/idempotency/V3__idempotency_step.sql",
    "/db/idempotency/V4__idempotency_outbox.sql",
    "/db/idempotency/V5__idempotency_audit.sql",
    "/schema-test.sql"
  };

  private static EmbeddedPostgres postgres;

  private TestDatabase() {}

  public static synchronized String url() {
    if (postgres == null) {
      postgres = start();
    }
    return "jdbc:postgresql://localhost:" + postgres.getPort() + "/postgres";
  }

  /** For every connection that is opened from now on. */
  public static void setDefaultIsolation(String isolation) {
    try (Connection connection = DriverManager.getConnection(url(), "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "ALTER DATABASE postgres SET default_transaction_isolation = '" + isolation + "'");
    } catch (SQLException e) {
      throw new IllegalStateException("The default isolation could not be set", e);
    }
  }

  private static EmbeddedPostgres start() {
    try {
      EmbeddedPostgres started =
          EmbeddedPostgres.builder()
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_connections", "200")
              .start();
      try (Connection connection = started.getPostgresDatabase().getConnection();
          Statement statement = connection.createStatement()) {
        for (String script : SCRIPTS) {
          statement.execute(read(script));
        }
      }
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException("PostgreSQL did not start", e);
    } catch (SQLException e) {
      throw new IllegalStateException("The schema could not be made", e);
    }
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = TestDatabase.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("No resource " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
