// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source that hands out one open connection again and again; whoever opened it closes it.
 * Not for concurrent use.
 */
final class SingleConnection implements DataSource {

  private final DataSource origin;
  private final Connection borrowed;

  SingleConnection(DataSource origin, Connection connection) {
    this.origin = origin;
    this.borrowed =
        (Connection)
            Proxy.newProxyInstance(
                SingleConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> invokeUnlessClose(connection, method, arguments));
  }

  private static @Nullable Object invokeUnlessClose(
      Connection connection, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    if (method.getName().equals("close")) {
      return null;
    }
    try {
      return method.invoke(connection, arguments);
    } catch (InvocationTargetException e) {
      // As if there were nothing between: callers look at the SQL state.
      throw e.getTargetException();
    }
  }

  @Override
  public Connection getConnection() {
    return borrowed;
  }

  @Override
  public Connection getConnection(String username, String password) {
    return borrowed;
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return origin.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    origin.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    origin.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return origin.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(SingleConnection.class.getName());
  }

  @Override
  public <T> T unwrap(Class<T> iface) throws SQLException {
    return origin.unwrap(iface);
  }

  @Override
  public boolean isWrapperFor(Class<?> iface) throws SQLException {
    return origin.isWrapperFor(iface);
  }
}
