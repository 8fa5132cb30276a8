// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Creates the application's role and database where they are missing. */
final class Bootstrap {

  private Bootstrap() {}

  static void run(DataSource maintenance, DataSource payments) throws SQLException {
    try (Connection connection = maintenance.getConnection();
        Statement statement = connection.createStatement()) {
      createIfMissing(
          statement,
          "SELECT FROM pg_roles WHERE rolname = 'payments'",
          "CREATE ROLE payments LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD 'payments'");
      createIfMissing(
          statement,
          "SELECT FROM pg_database WHERE datname = 'payments'",
          "CREATE DATABASE payments OWNER payments");
    }
    try (Connection connection = payments.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER SCHEMA public OWNER TO payments");
    }
  }

  private static void createIfMissing(Statement statement, String probe, String create)
      throws SQLException {
    boolean exists;
    try (ResultSet rows = statement.executeQuery(probe)) {
      exists = rows.next();
    }
    if (!exists) {
      statement.execute(create);
    }
  }
}
