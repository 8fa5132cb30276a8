// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * The scripts of the library and of the sample. Each set has a history of its own, so that both can
 * count their versions from 1.
 *
 * <p>Everything runs on one connection and under one lock of this class's own: Flyway alone asks
 * for several connections, which a pool of one doesn't have, and two nodes that meet an empty
 * database at the same time stumble over each other's baseline.
 */
final class Schema {

  /** Names the advisory lock among those of other users of the database: "payments" in ASCII. */
  private static final long LOCK = 0x7061796D656E7473L;

  private Schema() {}

  /**
   * Brings both sets up to date. Waits while another node does the same.
   *
   * @throws IllegalStateException if the database can't be reached
   * @throws org.flywaydb.core.api.FlywayException if a script fails or was changed after it ran
   */
  static void migrate(DataSource dataSource) {
    try (Connection connection = dataSource.getConnection()) {
      call(connection, "select pg_advisory_lock(?)");
      try {
        DataSource single = new SingleConnection(dataSource, connection);
        migrate(single, "classpath:db/idempotency", "idempotency_schema_history");
        migrate(single, "classpath:db/payments", "payments_schema_history");
      } finally {
        // The pool keeps the session, and with it a lock that is not given back.
        call(connection, "select pg_advisory_unlock(?)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The schema was not migrated: the database of jdbc/payments can't be used.", e);
    }
  }

  private static void migrate(DataSource single, String scripts, String history) {
    Flyway.configure(Schema.class.getClassLoader())
        .dataSource(single)
        .locations(scripts)
        .failOnMissingLocations(true)
        .table(history)
        // The schema may hold the other set's tables already: begin below the first version.
        .baselineOnMigrate(true)
        .baselineVersion("0")
        // Flyway's own lock would end with the first commit on the shared connection.
        .configuration(Map.of("flyway.postgresql.transactional.lock", "false"))
        .load()
        .migrate();
  }

  private static void call(Connection connection, String function) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(function)) {
      statement.setLong(1, LOCK);
      statement.execute();
    }
  }
}
