// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What this node holds for one destination: how much more it may claim, what waits, and how many
 * deliveries are under way. Safe for concurrent use.
 *
 * <p>As much is claimed as was delivered within a moment before: a quick destination is claimed for
 * in big batches, a slow one holds little that another node could deliver.
 */
final class Lane {

  private static final long QUICK_NANOS = Duration.ofMillis(250).toNanos();
  private static final long SLOW_NANOS = Duration.ofSeconds(1).toNanos();

  private final Destination destination;
  private final Deliveries deliveries;
  private final int batch;

  private final Deque<HeldMessage> waiting = new ArrayDeque<>();
  private int workers;

  /** Claimed and not settled, those that wait or are delivered included. */
  private int held;

  private int window;
  private boolean mayBeMore = true;
  private boolean lastClaimWasFull;
  private long lastClaimAt;
  private boolean adapted = true;

  Lane(Destination destination, Deliveries deliveries, int batch) {
    this.destination = destination;
    this.deliveries = deliveries;
    this.batch = Math.max(batch, destination.terms().concurrency());
    this.window = destination.terms().concurrency();
  }

  Destination destination() {
    return destination;
  }

  Deliveries deliveries() {
    return deliveries;
  }

  /** There may be messages that are due. */
  synchronized void look() {
    mayBeMore = true;
  }

  /**
   * Reserves what the next claim may take.
   *
   * @return 0 for nothing now; else {@link #claimed} or {@link #claimFailed} must follow
   */
  synchronized int reserve() {
    int free = window - held;
    boolean idle = waiting.isEmpty() && workers < destination.terms().concurrency();
    if (!mayBeMore || free <= 0 || (!idle && free < (window + 1) / 2)) {
      return 0;
    }
    mayBeMore = false;
    held += free;
    return free;
  }

  synchronized void claimFailed(int reserved) {
    held -= reserved;
    mayBeMore = true;
  }

  synchronized void claimed(int reserved, Collection<HeldMessage> messages, long now) {
    held -= reserved - messages.size();
    lastClaimWasFull = messages.size() >= reserved;
    if (lastClaimWasFull) {
      mayBeMore = true;
    }
    lastClaimAt = now;
    adapted = false;
    waiting.addAll(messages);
  }

  /** How many more workers have something to do; each ends by {@link #next} or is removed. */
  synchronized int addWorkers() {
    int more = Math.min(destination.terms().concurrency() - workers, waiting.size());
    workers += Math.max(more, 0);
    return more;
  }

  /** What a worker delivers next; null ends the worker. */
  synchronized @Nullable HeldMessage next(long now) {
    HeldMessage next = waiting.poll();
    if (next == null) {
      workers--;
      adapt(now - lastClaimAt);
    }
    return next;
  }

  /** Once for a claim: when the first worker is through with all of it. */
  private void adapt(long took) {
    if (adapted) {
      return;
    }
    adapted = true;
    if (took > SLOW_NANOS) {
      window = Math.max(destination.terms().concurrency(), window / 2);
    } else if (lastClaimWasFull && took < QUICK_NANOS) {
      window = Math.min(batch, window * 2);
    }
  }

  /** A worker that did not start, or is given up. */
  synchronized void removeWorker() {
    workers--;
  }

  /** A claim has ended in the database, or for this node. */
  synchronized void settled(boolean releasesNext) {
    held--;
    if (releasesNext) {
      mayBeMore = true;
    }
  }

  synchronized List<HeldMessage> takeWaiting() {
    List<HeldMessage> taken = new ArrayList<>(waiting);
    waiting.clear();
    return taken;
  }

  /** What has waited for so long that another node had better deliver it. */
  synchronized List<HeldMessage> takeStale(long now) {
    List<HeldMessage> stale = waiting.stream().filter(message -> !message.mayBegin(now)).toList();
    waiting.removeAll(stale);
    if (!stale.isEmpty()) {
      window = Math.max(destination.terms().concurrency(), window / 2);
    }
    return stale;
  }

  synchronized int workers() {
    return workers;
  }
}
