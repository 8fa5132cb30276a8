// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.Attempt;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A guarded call that is running on a thread; with nested ones, the innermost counts. */
final class RunningCall {

  private static final ThreadLocal<@Nullable RunningCall> INNERMOST = new ThreadLocal<>();

  private final Attempt attempt;
  private volatile @Nullable Instant startedAt;

  private RunningCall(Attempt attempt) {
    this.attempt = attempt;
  }

  /**
   * Makes an attempt the calling thread's innermost call.
   *
   * @return the one before, to be given to {@link #restore}
   */
  static @Nullable RunningCall enter(Attempt attempt) {
    RunningCall outer = INNERMOST.get();
    INNERMOST.set(new RunningCall(attempt));
    return outer;
  }

  static void restore(@Nullable RunningCall outer) {
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }

  /**
   * Returns the calling thread's innermost call.
   *
   * @throws IllegalStateException if there is none
   */
  static RunningCall innermost() {
    RunningCall call = INNERMOST.get();
    if (call == null) {
      throw new IllegalStateException(
          "No guarded call runs on this thread. IdempotentCall serves the thread that runs an"
              + " @Idempotent method, while it runs; take what you need there and pass it on to"
              + " other threads");
    }
    return call;
  }

  Attempt attempt() {
    return attempt;
  }

  @Nullable Instant startedAt() {
    return startedAt;
  }

  void startedAt(Instant instant) {
    startedAt = instant;
  }
}
