// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.protocol.Ticker;
import dev.idempotency.protocol.Transactions;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Deletes messages that have ended and outlived their retention, in small batches, each a
 * transaction of its own. Several nodes may do so at once. Safe for concurrent use.
 */
public final class MessagePurge {

  private static final Duration EVERY = Duration.ofMinutes(1);
  private static final int BATCH = 500;

  /** What a round deletes at most of a state; the next one goes on. */
  private static final int MOST_BATCHES = 1000;

  private final OutboxStore store;
  private final Transactions transactions;
  private final Ticker ticker;
  private final Duration delivered;
  private final Duration abandoned;

  /**
   * Creates the purge; it does nothing before it is started.
   *
   * @param store the messages
   * @param transactions the calling threads' transactions
   * @param ticker runs it once a minute
   * @param delivered how long a delivered message is kept
   * @param abandoned how long one that was given up is kept
   */
  public MessagePurge(
      OutboxStore store,
      Transactions transactions,
      Ticker ticker,
      Duration delivered,
      Duration abandoned) {
    this.store = store;
    this.transactions = transactions;
    this.ticker = ticker;
    this.delivered = delivered;
    this.abandoned = abandoned;
  }

  /** Begins, a minute from now. */
  public void start() {
    try {
      ticker.schedule(EVERY, this::tick);
    } catch (RejectedExecutionException e) {
      Log.noThread(e);
    }
  }

  private void tick() {
    try {
      run();
    } catch (RuntimeException e) {
      // The next round finds the same messages.
      Log.notPurged(e);
    } finally {
      start();
    }
  }

  /**
   * Deletes what is over.
   *
   * @throws dev.idempotency.protocol.StoreException if the database fails; what was deleted before
   *     stays deleted
   */
  public void run() {
    purge(MessageState.DELIVERED, delivered);
    purge(MessageState.ABANDONED, abandoned);
  }

  private void purge(MessageState state, Duration retention) {
    for (int batch = 0; batch < MOST_BATCHES; batch++) {
      if (transactions.inNew(() -> store.purge(state, retention, BATCH)) < BATCH) {
        return;
      }
    }
  }
}
