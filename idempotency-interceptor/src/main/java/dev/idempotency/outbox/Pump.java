// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a task on a thread of the server whenever it is asked to, never twice at once; who asks
 * while it runs makes it run once more. Safe for concurrent use.
 */
final class Pump {

  private final Executor executor;
  private final Runnable task;
  private final AtomicInteger asked = new AtomicInteger();

  /**
   * Creates the pump.
   *
   * @param task throws nothing
   */
  Pump(Executor executor, Runnable task) {
    this.executor = executor;
    this.task = task;
  }

  /** Asks for a run, which begins soon. Never waits, and never throws. */
  void ask() {
    if (asked.getAndIncrement() == 0) {
      try {
        executor.execute(this::run);
      } catch (RejectedExecutionException e) {
        asked.set(0);
        Log.noThread(e);
      }
    }
  }

  private void run() {
    int seen;
    do {
      seen = asked.get();
      task.run();
    } while (!asked.compareAndSet(seen, 0));
  }
}
