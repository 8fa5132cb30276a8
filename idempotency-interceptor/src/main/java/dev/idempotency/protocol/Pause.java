// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;

/** Lets the calling thread sleep. */
@FunctionalInterface
public interface Pause {

  /**
   * Sleeps.
   *
   * @param duration how long
   * @throws InterruptedException if the thread is interrupted before or meanwhile
   */
  void sleep(Duration duration) throws InterruptedException;
}
