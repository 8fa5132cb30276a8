// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract;

import dev.idempotency.servertests.TestDatabase;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;

/** Looks at committed rows from outside. */
final class Rows implements AutoCloseable {

  private final Connection connection;

  Rows() throws SQLException {
    connection = DriverManager.getConnection(TestDatabase.url(), "postgres", "postgres");
  }

  /** Business rows of a label. */
  int work(String label) throws SQLException {
    return Integer.parseInt(text("SELECT count(*) FROM work_row WHERE label = ?", label));
  }

  int allWork() throws SQLException {
    return Integer.parseInt(text("SELECT count(*) FROM work_row"));
  }

  int allRecords() throws SQLException {
    return Integer.parseInt(text("SELECT count(*) FROM idempotency_record"));
  }

  /** A column or expression of a record; null where there is no such record. */
  String record(String operation, String scope, String key, String expression) throws SQLException {
    return text(
        "SELECT CAST(" + expression + " AS text) FROM idempotency_record WHERE id = ?",
        id(operation, scope, key));
  }

  /** Changes a record by hand; returns how many there were. */
  int change(String operation, String scope, String key, String assignments) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "UPDATE idempotency_record SET " + assignments + " WHERE id = ?")) {
      statement.setObject(1, id(operation, scope, key));
      return statement.executeUpdate();
    }
  }

  /** The database's time. */
  String now() throws SQLException {
    return text("SELECT CAST(clock_timestamp() AS text)");
  }

  /** Every readable character of every record that began since a time, for a search. */
  String everythingSince(String time) throws SQLException {
    return text(
        "SELECT string_agg(CAST(r AS text) || coalesce(encode(body, 'escape'), ''), ' ')"
            + " FROM idempotency_record r WHERE first_seen >= CAST(? AS timestamptz)",
        time);
  }

  void execute(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  String text(String sql, Object... parameters) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        return result.next() ? result.getString(1) : null;
      }
    }
  }

  /** As docs/reference/schema.md says, by nobody else's code. */
  private static UUID id(String... parts) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
        sha256.update(bytes);
      }
      ByteBuffer digest = ByteBuffer.wrap(sha256.digest());
      return new UUID(digest.getLong(), digest.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
