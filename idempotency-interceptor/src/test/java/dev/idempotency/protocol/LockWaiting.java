// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The only place where the fake database waits; a scheduler puts its own here. */
interface LockWaiting {

  /** Really waits. */
  LockWaiting REAL =
      (holder, atMost) -> {
        try {
          if (atMost == null) {
            holder.over().await();
            return true;
          }
          return holder.over().await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new StoreException(StoreException.Kind.OTHER, "The wait was interrupted", e);
        }
      };

  /**
   * Waits until a transaction has ended.
   *
   * @param holder whose end is waited for
   * @param atMost the lock time-out, or null for none
   * @return whether it ended in time
   */
  boolean untilEnd(FakeTransaction holder, @Nullable Duration atMost);
}
