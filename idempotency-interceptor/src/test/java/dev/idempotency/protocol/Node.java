// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** One node of a cluster on the fake database, with a stage of its own. */
final class Node {

  /** The protocol's first try to claim is the first transaction of its own. */
  static final int FIRST = 1;

  private static final int JOINED_CLAIMS = 2;

  final StagedStore store;
  final StagedStepStore steps;
  final StagedLeases leases;
  final StagedTransactions transactions;
  final Renewals renewals;
  final Protocols protocol;

  /** Its ticks come when a test runs them. */
  final ManualTicker ticks = new ManualTicker();

  private final Deque<Runnable> handedOver = new ArrayDeque<>();
  private volatile Pause waiting;

  Node(String name, InMemoryRecordStore database, FakeClock clock) {
    store = new StagedStore(database);
    steps = new StagedStepStore(database);
    leases = new StagedLeases(database.leases());
    waiting = clock::advance;
    transactions = new StagedTransactions(database.transactions());
    renewals = new Renewals(leases, transactions, ticks, clock::nanoTime);
    protocol =
        new Protocols(
            store,
            steps,
            database.operators(),
            renewals,
            transactions,
            new NodeSettings(name, JOINED_CLAIMS),
            this::handOver,
            this::pause,
            clock::nanoTime);
  }

  /** What happens while a call waits: unless told otherwise, time passes. */
  void whileWaiting(Pause pause) {
    waiting = pause;
  }

  private void pause(Duration duration) throws InterruptedException {
    waiting.sleep(duration);
  }

  Answer execute(Call call, GuardedWork work) {
    return protocol.execute(call, work);
  }

  private synchronized void handOver(Runnable task) {
    handedOver.add(task);
  }

  synchronized int handedOver() {
    return handedOver.size();
  }

  /** What a node had in memory is lost with it. */
  synchronized void forget() {
    handedOver.clear();
  }

  /** Plays the managed executor; the calling thread must not have a transaction. */
  void runHandedOver() {
    Runnable task;
    while ((task = poll()) != null) {
      task.run();
    }
  }

  private synchronized Runnable poll() {
    return handedOver.poll();
  }
}
