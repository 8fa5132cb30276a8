// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A transaction of another thread that has done its work and stays open until it is told. */
final class HeldTransaction implements AutoCloseable {

  private final CountDownLatch worked = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final Future<Transactions.End> end;
  private volatile boolean rollBack;

  private HeldTransaction(Runnable work, Transactions transactions, ExecutorService threads) {
    end =
        threads.submit(() -> transactions.inBusiness(() -> workAndHold(work, transactions)).end());
  }

  static HeldTransaction after(Runnable work, Transactions transactions, ExecutorService threads) {
    HeldTransaction held = new HeldTransaction(work, transactions, threads);
    held.awaitWorked();
    return held;
  }

  /** Whether the test has not ended it yet, so that nobody can have waited for its end. */
  boolean isOpen() {
    return !end.isDone();
  }

  Transactions.End commit() {
    released.countDown();
    try {
      return ContractPart.result(end);
    } catch (Exception e) {
      throw new AssertionError("the other transaction failed", e);
    }
  }

  Transactions.End rollBack() {
    rollBack = true;
    return commit();
  }

  @Override
  public void close() {
    commit();
  }

  private void workAndHold(Runnable work, Transactions transactions) {
    try {
      work.run();
    } finally {
      worked.countDown();
    }
    await(released);
    if (rollBack) {
      transactions.setRollbackOnly();
    }
  }

  private void awaitWorked() {
    await(worked);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(ContractPart.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new AssertionError("the other side never came");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
