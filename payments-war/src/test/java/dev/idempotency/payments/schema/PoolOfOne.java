// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.schema;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/** A pool of one: asking for a second connection while the first is open fails at once. */
final class PoolOfOne {

  private final Semaphore free = new Semaphore(1);
  private final DataSource target;

  PoolOfOne(DataSource target) {
    this.target = target;
  }

  DataSource dataSource() {
    return (DataSource)
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {DataSource.class}, this::onDataSource);
  }

  private Object onDataSource(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (!method.getName().equals("getConnection")) {
      return invoke(target, method, arguments);
    }
    if (!free.tryAcquire()) {
      throw new SQLTransientConnectionException("The pool holds one connection only.");
    }
    Connection connection = target.getConnection();
    return Proxy.newProxyInstance(
        getClass().getClassLoader(),
        new Class<?>[] {Connection.class},
        (self, called, given) -> onConnection(connection, called, given));
  }

  private Object onConnection(Connection connection, Method method, Object[] arguments)
      throws Throwable {
    if (method.getName().equals("close") && !connection.isClosed()) {
      free.release();
    }
    return invoke(connection, method, arguments);
  }

  private static Object invoke(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
