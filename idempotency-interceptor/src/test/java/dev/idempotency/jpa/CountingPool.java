// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import java.io.PrintWriter;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** A connection pool that notes every statement which goes to the database. */
final class CountingPool implements DataSource, AutoCloseable {

  private final DataSource source;
  private final Queue<Connection> idle = new ConcurrentLinkedQueue<>();
  private final Queue<String> executed = new ConcurrentLinkedQueue<>();

  CountingPool(DataSource source) {
    this.source = source;
  }

  /** The statements executed since the last call, begin and commit aside. */
  Queue<String> drainExecuted() {
    Queue<String> drained = new ConcurrentLinkedQueue<>(executed);
    executed.clear();
    return drained;
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection pooled = idle.poll();
    Connection connection = pooled == null ? source.getConnection() : pooled;
    return proxy(
        Connection.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "close" -> giveBack(connection);
              case "prepareStatement" ->
                  counting(
                      PreparedStatement.class,
                      invoke(connection, method, arguments),
                      (String) arguments[0]);
              case "createStatement" ->
                  counting(Statement.class, invoke(connection, method, arguments), "");
              default -> invoke(connection, method, arguments);
            });
  }

  private Object giveBack(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    idle.add(connection);
    return null;
  }

  private <T> T counting(Class<T> type, Object statement, String sql) {
    return proxy(
        type,
        (proxy, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            executed.add(sql.isEmpty() ? String.valueOf(arguments[0]) : sql);
          }
          return invoke(statement, method, arguments);
        });
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection; (connection = idle.poll()) != null; ) {
      connection.close();
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    return source.getLogWriter();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    source.setLogWriter(out);
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    source.setLoginTimeout(seconds);
  }

  @Override
  public int getLoginTimeout() throws SQLException {
    return source.getLoginTimeout();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return source.getParentLogger();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    return source.unwrap(type);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) throws SQLException {
    return source.isWrapperFor(type);
  }
}
