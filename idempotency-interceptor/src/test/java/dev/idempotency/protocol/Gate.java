// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a thread at a chosen point until the test lets it go on. */
final class Gate implements Runnable {

  private static final int PATIENCE_SECONDS = 10;

  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);
  private volatile boolean holding;

  /** What the held thread runs. */
  @Override
  public void run() {
    arrived.countDown();
    pass(opened);
  }

  void awaitArrival() {
    pass(arrived);
  }

  /** Arrives without being held: what a thread does that never came to the point. */
  void passBy() {
    arrived.countDown();
  }

  boolean isHolding() {
    return holding;
  }

  void open() {
    opened.countDown();
  }

  /** Never returns: what a thread of a process that died does. */
  void hold() {
    holding = true;
    arrived.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new AssertionError("the process of this thread is dead");
  }

  private static void pass(CountDownLatch latch) {
    try {
      if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the other side never came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
