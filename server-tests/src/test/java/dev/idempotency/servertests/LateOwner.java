// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import static org.awaitility.Awaitility.await;

import dev.idempotency.servertests.fencing.Gate;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Stages the first attempt of a key as an owner that is slower than its lease: it has inserted its
 * row and is held in its method, on another thread, until its lease is dead.
 *
 * <p>At most one thread of the executor is held at a time: a server's default may have no more.
 */
final class LateOwner {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final long LATE = 1;
  private static final long SUCCESSOR = 2;

  /** What each of the two calls came to. */
  record Race<L, S>(L late, S successor) {}

  private final ExecutorService executor;
  private final Records records;
  private final String operation;
  private final String key;

  LateOwner(ExecutorService executor, Records records, String operation, String key) {
    this.executor = executor;
    this.records = records;
    this.operation = operation;
    this.key = key;
  }

  /** The late call goes on when its successor has run and returned. */
  <L, S> Race<L, S> behindItsSuccessor(Callable<L> late, Callable<S> successor) throws Exception {
    try (Gate gate = Gate.before(key, LATE)) {
      Future<L> first = executor.submit(late);
      awaitDeadLeaseAt(gate);
      S second = successor.call();
      gate.open();
      return new Race<>(result(first), second);
    }
  }

  /** The late call goes on when its successor is in its method, and ends before that does. */
  <L, S> Race<L, S> besideItsSuccessor(Callable<L> late, Callable<S> successor) throws Exception {
    try (Gate gate = Gate.before(key, LATE);
        Gate gateOfSuccessor = Gate.before(key, SUCCESSOR, gate::open)) {
      Future<L> first =
          executor.submit(
              () -> {
                try {
                  return late.call();
                } finally {
                  gateOfSuccessor.open();
                }
              });
      awaitDeadLeaseAt(gate);
      S second = successor.call();
      return new Race<>(result(first), second);
    }
  }

  /** The late call goes on when its lease is dead; nobody took the record over. */
  <L> L withoutSuccessor(Callable<L> late) throws Exception {
    try (Gate gate = Gate.before(key, LATE)) {
      Future<L> first = executor.submit(late);
      awaitDeadLeaseAt(gate);
      gate.open();
      return result(first);
    }
  }

  private void awaitDeadLeaseAt(Gate gate) {
    gate.awaitArrival();
    await()
        .atMost(PATIENCE)
        .pollInterval(POLL)
        .pollInSameThread()
        .until(() -> records.newestLeaseIsDead(operation));
  }

  private static <T> T result(Future<T> call) throws Exception {
    return call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
