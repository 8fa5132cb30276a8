// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.NamingManager;

/** Stands for the naming of a server, with the one name that the library looks up. */
final class ServerNames {

  private static final AtomicReference<Executor> EXECUTOR = new AtomicReference<>();

  /** Calls of these tests end before their first tick. */
  private static final ScheduledExecutorService SCHEDULED =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "ticks");
            thread.setDaemon(true);
            return thread;
          });

  private static final class Names extends InitialContext {

    private Names() throws NamingException {
      super(true);
    }

    @Override
    public Object lookup(String name) throws NamingException {
      if (name.equals("java:comp/DefaultManagedExecutorService")) {
        return EXECUTOR.get();
      }
      if (name.equals("java:comp/DefaultManagedScheduledExecutorService")) {
        return SCHEDULED;
      }
      throw new NameNotFoundException(name);
    }
  }

  private ServerNames() {}

  static synchronized void bindExecutor(Executor executor) {
    EXECUTOR.set(executor);
    if (!NamingManager.hasInitialContextFactoryBuilder()) {
      try {
        NamingManager.setInitialContextFactoryBuilder(environment -> any -> names());
      } catch (NamingException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static Context names() throws NamingException {
    return new Names();
  }
}
