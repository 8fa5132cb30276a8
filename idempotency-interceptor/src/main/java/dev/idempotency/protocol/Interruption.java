// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.function.Supplier;

/**
 * Keeps the calling thread's interruption away from the protocol's own statements. Connection pools
 * give up on an interrupted thread, so a method that leaves its thread interrupted would lose an
 * outcome that it had reached. The flag is back when the statements are through.
 */
final class Interruption {

  private Interruption() {}

  static <T> T heldBackFor(Supplier<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return work.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
