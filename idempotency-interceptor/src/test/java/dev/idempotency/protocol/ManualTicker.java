// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/** Keeps what is scheduled until a test runs it, on the test's thread. */
final class ManualTicker implements Ticker {

  private record Scheduled(Duration delay, Runnable task) {}

  private final Deque<Scheduled> scheduled = new ArrayDeque<>();
  private final List<Duration> delays = new ArrayList<>();
  private boolean rejecting;

  @Override
  public synchronized void schedule(Duration delay, Runnable task) {
    if (rejecting) {
      throw new RejectedExecutionException("staged");
    }
    delays.add(delay);
    scheduled.add(new Scheduled(delay, task));
  }

  synchronized void reject(boolean on) {
    rejecting = on;
  }

  /** Runs what is scheduled now, not what that schedules. */
  void run() {
    List<Scheduled> now;
    synchronized (this) {
      now = List.copyOf(scheduled);
      scheduled.clear();
    }
    now.forEach(next -> next.task().run());
  }

  synchronized int planned() {
    return scheduled.size();
  }

  /** All delays that were asked for, in order. */
  synchronized List<Duration> delays() {
    return List.copyOf(delays);
  }
}
