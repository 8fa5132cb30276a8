// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.protocol.PurgeStore.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Ends what has outlived its retention (P38, P45): expired records are deleted, abandoned ones
 * given back, and those with steps that may have taken effect left to a person. What is kept for
 * ever is not looked at.
 *
 * <p>A pass walks each operation's records in the order in which they were first seen, in short
 * transactions of a window each, and goes on in the next pass where it had to stop. Of operations
 * that this application doesn't know, and so their retention, it only deletes what has expired.
 * Every node may do so; of two at one time only one deletes.
 *
 * <p>Runs on threads of the ticker, one pass at a time. Safe for concurrent use.
 */
public final class Purge {

  /** A pass ends in time for others to come to the same connections. */
  private static final int MOST_WINDOWS = 200;

  private static final int MOST_OPERATIONS = 1000;
  private static final Outcome.Failure ABANDONED =
      new Outcome.Failure(
          OutcomeUnknownException.class.getName(),
          "Nobody came back for it within its retention, and a step may have taken effect");

  private final PurgeStore store;
  private final Transactions transactions;
  private final PurgeSettings settings;
  private final Supplier<Map<String, Retention>> deployed;
  private final Ticker ticker;
  private final Map<String, Instant> places = new HashMap<>();
  private final AtomicReference<Purged> total = new AtomicReference<>(Purged.NOTHING);
  private volatile boolean failing;
  private final AtomicLong failures = new AtomicLong();

  /**
   * Creates the purge of one node.
   *
   * @param store the statements
   * @param transactions the calling threads' transactions
   * @param settings this node's
   * @param deployed the retention of each operation that this application knows
   * @param ticker runs the passes
   */
  public Purge(
      PurgeStore store,
      Transactions transactions,
      PurgeSettings settings,
      Supplier<Map<String, Retention>> deployed,
      Ticker ticker) {
    this.store = store;
    this.transactions = transactions;
    this.settings = settings;
    this.deployed = deployed;
    this.ticker = ticker;
  }

  /** Begins to purge, where that is switched on: a pass after each interval. */
  public void start() {
    if (settings.enabled()) {
      planNext();
    }
  }

  private void planNext() {
    try {
      ticker.schedule(settings.interval(), this::tick);
    } catch (RejectedExecutionException e) {
      // The application is being stopped.
      Log.purgeEnds(e);
    }
  }

  private void tick() {
    try {
      pass();
      failing = false;
    } catch (RuntimeException e) {
      failures.incrementAndGet();
      if (!failing) {
        Log.purgeFails(e);
      }
      failing = true;
    } finally {
      planNext();
    }
  }

  /**
   * Returns what this node has purged since it started.
   *
   * @return a sum over all passes
   */
  public Purged total() {
    return total.get();
  }

  /**
   * Returns how many passes were broken off because the database failed them.
   *
   * @return the number since the node started
   */
  public long failedPasses() {
    return failures.get();
  }

  /**
   * Makes one pass.
   *
   * @return what it came to
   * @throws StoreException if the database failed it; what was done until then stays done
   */
  synchronized Purged pass() {
    Map<String, Retention> known = deployed.get();
    Purged sum = Purged.NOTHING;
    for (String operation : operations()) {
      Optional<Duration> retention = known.getOrDefault(operation, Retention.FOREVER).duration();
      if (retention.isPresent() || !known.containsKey(operation)) {
        sum = sum.plus(walk(operation, retention));
      }
    }
    if (!sum.isNothing()) {
      Log.purged(sum);
    }
    return sum;
  }

  private List<String> operations() {
    List<String> found = transactions.inNew(() -> store.operations("", MOST_OPERATIONS));
    places.keySet().retainAll(found);
    return found;
  }

  private Purged walk(String operation, Optional<Duration> retention) {
    Purged sum = Purged.NOTHING;
    for (int windows = 0; windows < MOST_WINDOWS; windows++) {
      Instant after = places.getOrDefault(operation, Instant.EPOCH);
      Optional<Instant> end =
          transactions.inNew(
              () ->
                  store.windowEnd(
                      operation, after, retention.orElse(Duration.ZERO), settings.batch()));
      if (end.isEmpty()) {
        places.remove(operation);
        return sum;
      }
      Window window = new Window(operation, after, end.get());
      Purged done = transactions.inNew(() -> purge(window, retention));
      total.updateAndGet(before -> before.plus(done));
      sum = sum.plus(done);
      places.put(operation, end.get());
    }
    return sum;
  }

  private Purged purge(Window window, Optional<Duration> retention) {
    int deleted = store.deleteExpired(window);
    if (retention.isEmpty()) {
      return new Purged(deleted, 0, 0);
    }
    List<RecordId> abandoned = store.lockAbandoned(window, retention.get());
    if (abandoned.isEmpty()) {
      return new Purged(deleted, 0, 0);
    }
    UUID token = UUID.randomUUID();
    int givenBack = store.giveBack(abandoned, retention.get(), token);
    int unknown = store.endUnknown(abandoned, retention.get(), token, ABANDONED);
    return new Purged(deleted, givenBack, unknown);
  }
}
