// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Looks at the database from outside any transaction of a test. */
final class Records {

  private final DataSource dataSource;

  Records(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Committed business rows of a label. */
  int rows(String label) {
    return count("SELECT count(*) FROM work_row WHERE label = ?", label);
  }

  /** Business rows of a label whose last version was written by the record's transaction. */
  int rowsCommittedWithTheirRecord(String label, String operation) {
    return count(
        "SELECT count(*) FROM work_row t JOIN idempotency_record r"
            + " ON t.xmin::text = r.xmin::text WHERE t.label = ? AND r.operation = ?",
        label,
        operation);
  }

  int inOperation(String operation) {
    return count("SELECT count(*) FROM idempotency_record WHERE operation = ?", operation);
  }

  /** State and retryability of the operation's newest record, such as {@code FAILED retryable}. */
  String newest(String operation) {
    String sql =
        "SELECT status || CASE WHEN retryable THEN ' retryable' ELSE '' END"
            + " FROM idempotency_record WHERE operation = ? ORDER BY first_seen DESC LIMIT 1";
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, operation);
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? result.getString(1) : "none";
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private int count(String sql, String... parameters) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        return result.getInt(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
