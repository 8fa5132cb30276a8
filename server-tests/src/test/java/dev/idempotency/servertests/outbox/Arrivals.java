// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.outbox;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What has been delivered in this JVM, in order. */
public final class Arrivals {

  private static final Queue<Arrival> ALL = new ConcurrentLinkedQueue<>();

  /**
   * A delivery.
   *
   * @param destination where
   * @param id the message's id
   * @param text its payload
   * @param inTransaction whether the delivering thread had a transaction
   */
  public record Arrival(String destination, String id, String text, boolean inTransaction) {}

  private Arrivals() {}

  static void add(Arrival arrival) {
    ALL.add(arrival);
  }

  /** Of payloads that are this text or begin with it. */
  public static List<Arrival> of(String destination, String text) {
    return ALL.stream()
        .filter(a -> a.destination().equals(destination) && a.text().startsWith(text))
        .toList();
  }
}
