// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a method until the test lets it go; both sides may come first. */
final class Holds {

  /** Shorter than a client waits, so that a test which forgets to let go says so. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Map<String, CountDownLatch> ARRIVED = new ConcurrentHashMap<>();
  private static final Map<String, CountDownLatch> LET_GO = new ConcurrentHashMap<>();

  private Holds() {}

  static void hold(String label) {
    latch(ARRIVED, label).countDown();
    await(latch(LET_GO, label), label + " was never let go");
  }

  static void awaitArrival(String label) {
    await(latch(ARRIVED, label), label + " never arrived");
  }

  static void letGo(String label) {
    latch(LET_GO, label).countDown();
  }

  private static CountDownLatch latch(Map<String, CountDownLatch> latches, String label) {
    return latches.computeIfAbsent(label, l -> new CountDownLatch(1));
  }

  private static void await(CountDownLatch latch, String otherwise) {
    try {
      if (!latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(otherwise + " within " + PATIENCE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(otherwise, e);
    }
  }
}
