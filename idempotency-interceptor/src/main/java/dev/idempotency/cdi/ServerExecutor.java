// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * The server's default managed executor, looked up when it is first needed on a thread of the
 * application. However it refuses a task, it rejects it: the protocol then leaves the record to its
 * lease.
 */
final class ServerExecutor implements Executor {

  private static final String NAME = "java:comp/DefaultManagedExecutorService";

  private final Executor managed = lookUp();

  @Override
  public void execute(Runnable task) {
    try {
      managed.execute(task);
    } catch (RejectedExecutionException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new RejectedExecutionException(NAME + " did not take a task", e);
    }
  }

  @SuppressWarnings("BanJNDI") // a constant name in the component's own context
  private static Executor lookUp() {
    try {
      return InitialContext.doLookup(NAME);
    } catch (NamingException e) {
      throw new IllegalStateException(
          NAME + " cannot be looked up; the first guarded call must run on a thread of the server",
          e);
    }
  }
}
