// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.node;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The database that the nodes use.
 *
 * @param url JDBC URL, PostgreSQL's
 * @param user role
 * @param password its password; not empty, Payara refuses an empty one
 */
public record Database(String url, String user, String password) {

  private static final int VALID_SECONDS = 1;

  /** The same database as it is reached through another port of this machine. */
  public Database atPort(int port) {
    return new Database(url.replaceFirst("//[^/]*/", "//localhost:" + port + "/"), user, password);
  }

  boolean isReachable() {
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      return connection.isValid(VALID_SECONDS);
    } catch (SQLException e) {
      return false;
    }
  }

  /** Without the password. */
  @Override
  public String toString() {
    return url + " as " + user;
  }
}
