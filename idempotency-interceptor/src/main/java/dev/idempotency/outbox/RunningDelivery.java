// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import org.jspecify.annotations.Nullable;

/** A delivery under way, which may be interrupted, but never beyond its end. */
final class RunningDelivery {

  private final long overAt;
  private @Nullable Thread thread = Thread.currentThread();
  private boolean interrupted;

  /**
   * Begins on the calling thread.
   *
   * @param overAt when it has taken too long, by the monotonic clock
   */
  RunningDelivery(long overAt) {
    this.overAt = overAt;
  }

  synchronized void interruptIfOver(long now) {
    if (now - overAt >= 0) {
      interrupt();
    }
  }

  synchronized void interrupt() {
    if (thread != null && !interrupted) {
      interrupted = true;
      thread.interrupt();
    }
  }

  /**
   * Ends on the thread that began it, which goes on uninterrupted.
   *
   * @return whether it was interrupted
   */
  synchronized boolean end() {
    thread = null;
    if (interrupted) {
      Thread.interrupted();
    }
    return interrupted;
  }
}
