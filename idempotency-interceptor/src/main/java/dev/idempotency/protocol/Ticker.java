// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;

/** Runs a task later. Safe for concurrent use. */
@FunctionalInterface
public interface Ticker {

  /**
   * Runs a task once after a while, on a thread of the server without a transaction. Never waits
   * for it.
   *
   * @param delay how long from now
   * @param task what to run; throws nothing
   * @throws java.util.concurrent.RejectedExecutionException if the server takes no task any more
   */
  void schedule(Duration delay, Runnable task);
}
