// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Our statements on a bare connection, without a provider. */
final class RawSql {

  private static final Pattern PARAMETER = Pattern.compile("\\?(\\d+)");

  private RawSql() {}

  static int change(Connection connection, NativeSql.Statement statement, Object... parameters)
      throws SQLException {
    try (PreparedStatement prepared = prepare(connection, statement.sql(), parameters)) {
      return prepared.executeUpdate();
    }
  }

  static void run(Connection connection, NativeSql.Statement statement) throws SQLException {
    try (PreparedStatement prepared = prepare(connection, statement.sql())) {
      prepared.execute();
    }
  }

  static List<String> explain(
      Connection connection, NativeSql.Statement statement, Object... parameters)
      throws SQLException {
    String sql = "EXPLAIN (VERBOSE, COSTS OFF) " + statement.sql();
    List<String> lines = new ArrayList<>();
    try (PreparedStatement prepared = prepare(connection, sql, parameters);
        ResultSet rows = prepared.executeQuery()) {
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
    }
    return lines;
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    List<Object> inOrder = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(sql);
    while (matcher.find()) {
      inOrder.add(parameters[Integer.parseInt(matcher.group(1)) - 1]);
    }
    PreparedStatement prepared = connection.prepareStatement(matcher.replaceAll("?"));
    for (int i = 0; i < inOrder.size(); i++) {
      prepared.setObject(i + 1, inOrder.get(i));
    }
    return prepared;
  }
}
