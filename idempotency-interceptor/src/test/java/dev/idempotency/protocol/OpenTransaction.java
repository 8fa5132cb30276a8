// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** A transaction of somebody else that has done something and stays open until it is closed. */
final class OpenTransaction implements AutoCloseable {

  private final InMemoryTransactions container;
  private final FakeTransaction transaction;

  private OpenTransaction(InMemoryTransactions container, FakeTransaction transaction) {
    this.container = container;
    this.transaction = transaction;
  }

  static OpenTransaction on(InMemoryTransactions container, Runnable work) {
    container.begin();
    work.run();
    return new OpenTransaction(container, container.detach());
  }

  boolean isOpen() {
    return !transaction.hasEnded();
  }

  void rollBack() {
    transaction.setRollbackOnly();
    close();
  }

  /** Commits, unless it has ended already. */
  @Override
  public void close() {
    container.end(transaction);
  }
}
