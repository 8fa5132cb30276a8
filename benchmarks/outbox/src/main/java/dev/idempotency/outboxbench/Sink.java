// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outboxbench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/** The destination that does nothing but count, and note when. Thread-safe. */
final class Sink {

  private static final AtomicLongArray NO_TIMES = new AtomicLongArray(0);

  private final AtomicLong delivered = new AtomicLong();
  private volatile long firstAt;
  private volatile AtomicLongArray times = NO_TIMES;

  /** Forgets everything, and notes the first delivery of each id below the number. */
  void reset(int ids) {
    times = new AtomicLongArray(ids);
    firstAt = 0;
    delivered.set(0);
  }

  void deliver(long id) {
    long now = System.nanoTime();
    if (delivered.getAndIncrement() == 0) {
      firstAt = now;
    }
    AtomicLongArray noted = times;
    if (id < noted.length()) {
      noted.compareAndSet((int) id, 0, now);
    }
  }

  long delivered() {
    return delivered.get();
  }

  /** When the first message came, by {@link System#nanoTime()}. */
  long firstAt() {
    return firstAt;
  }

  /** When a message came first, by {@link System#nanoTime()}; zero where it has not. */
  long deliveredAt(int id) {
    return times.get(id);
  }
}
