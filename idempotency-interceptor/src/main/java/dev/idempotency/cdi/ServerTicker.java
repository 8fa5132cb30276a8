// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.Ticker;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The server's default managed scheduled executor, looked up when it is first needed on a thread of
 * the application. However it refuses a task, it rejects it. Runs nothing any more once it is
 * stopped.
 */
final class ServerTicker implements Ticker {

  private static final String NAME = "java:comp/DefaultManagedScheduledExecutorService";

  private final ScheduledExecutorService managed = lookUp();
  private volatile boolean stopped;

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // The task throws nothing.
  public void schedule(Duration delay, Runnable task) {
    if (stopped) {
      throw new RejectedExecutionException("The application is being stopped");
    }
    try {
      managed.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RejectedExecutionException(NAME + " did not take a task", e);
    }
  }

  private void run(Runnable task) {
    if (!stopped) {
      task.run();
    }
  }

  /** Ends with the application: the server's executor lives on. */
  void stop() {
    stopped = true;
  }

  @SuppressWarnings("BanJNDI") // a constant name in the component's own context
  private static ScheduledExecutorService lookUp() {
    try {
      return InitialContext.doLookup(NAME);
    } catch (NamingException e) {
      throw new IllegalStateException(
          NAME + " cannot be looked up; the first guarded call must run on a thread of the server",
          e);
    }
  }
}
