// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A durable PostgreSQL of its own for one run, and one pool for each contender. */
final class BenchDatabase implements AutoCloseable {

  private static final String IDLE =
      "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query NOT ILIKE ALL"
          + " (ARRAY['BEGIN%', 'COMMIT%', 'ROLLBACK%', 'SET %', 'SHOW %', '%pg_stat_statements%'])";

  private final EmbeddedPostgres postgres;

  private BenchDatabase(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static BenchDatabase start() throws IOException, SQLException {
    EmbeddedPostgres postgres =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .setServerConfig("max_connections", "200")
            .setServerConfig("shared_buffers", "256MB")
            .setServerConfig("max_wal_size", "4GB")
            .setServerConfig("shared_preload_libraries", "pg_stat_statements")
            .start();
    BenchDatabase database = new BenchDatabase(postgres);
    database.execute("CREATE EXTENSION pg_stat_statements");
    return database;
  }

  /** A pool, named for what is seen in the database. */
  HikariDataSource pool(String name, int size) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres") + "&ApplicationName=" + name);
    config.setPoolName(name);
    config.setMaximumPoolSize(size);
    return new HikariDataSource(config);
  }

  DataSource dataSource() {
    return postgres.getPostgresDatabase();
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  long number(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getLong(1);
    }
  }

  String text(String sql) throws SQLException {
    try (Connection connection = dataSource().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet result = statement.executeQuery()) {
      result.next();
      return result.getString(1);
    }
  }

  /** Statements that everybody has run since the start, without the ends of transactions. */
  long statements() throws SQLException {
    return number(IDLE);
  }

  /** The durability that all contenders have, as the server says. */
  String durability() throws SQLException {
    return "PostgreSQL %s, fsync %s, synchronous_commit %s, full_page_writes %s"
        .formatted(
            text("SHOW server_version"),
            text("SHOW fsync"),
            text("SHOW synchronous_commit"),
            text("SHOW full_page_writes"));
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
