// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.Transactions.End;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Tells once how a transaction ended; on whichever thread ends it. */
final class EndOfTransaction implements Synchronization {

  private final Consumer<End> told;
  private final AtomicBoolean ended = new AtomicBoolean();

  EndOfTransaction(Consumer<End> told) {
    this.told = told;
  }

  @Override
  public void beforeCompletion() {
    // Only the end matters.
  }

  /** Any status but committed, an unknown one included, is no commit. */
  @Override
  public void afterCompletion(int status) {
    if (ended.compareAndSet(false, true)) {
      told.accept(status == Status.STATUS_COMMITTED ? End.COMMITTED : End.NOT_COMMITTED);
    }
  }
}
