// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.fencing;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds one attempt of a key inside its method until it is opened or closed as a resource. */
public final class Gate implements AutoCloseable {

  /** Shorter than an HTTP client waits, so that a test which forgets to open says so. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Map<Place, Gate> STANDING = new ConcurrentHashMap<>();

  private record Place(String key, long attempt) {}

  private final Place place;
  private final Runnable onArrival;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  private Gate(Place place, Runnable onArrival) {
    this.place = place;
    this.onArrival = onArrival;
  }

  /** Stands in the way of an attempt until it is opened. */
  public static Gate before(String key, long attempt) {
    return before(key, attempt, () -> {});
  }

  /** The same, and does something as soon as the attempt is there. */
  public static Gate before(String key, long attempt, Runnable onArrival) {
    Gate gate = new Gate(new Place(key, attempt), onArrival);
    STANDING.put(gate.place, gate);
    return gate;
  }

  /** Returns at once where no gate stands. */
  static void pass(String key, long attempt) {
    Gate gate = STANDING.get(new Place(key, attempt));
    if (gate != null) {
      gate.arrived.countDown();
      gate.onArrival.run();
      await(gate.opened, "Nobody opened the gate of attempt " + attempt);
    }
  }

  /** Waits until the attempt is held. */
  public void awaitArrival() {
    await(arrived, "Attempt " + place.attempt() + " did not reach its gate");
  }

  public void open() {
    opened.countDown();
  }

  @Override
  public void close() {
    STANDING.remove(place);
    open();
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
