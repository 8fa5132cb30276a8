// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A guarded call that is running on a thread; with nested ones, the innermost counts. */
public final class RunningCall {

  private static final ThreadLocal<@Nullable RunningCall> INNERMOST = new ThreadLocal<>();

  /** Of a thread that works for a guarded call which runs on another one: its operation. */
  private static final ThreadLocal<@Nullable String> ELSEWHERE = new ThreadLocal<>();

  private final Attempt attempt;
  private final OutgoingRequests outgoing;
  private volatile @Nullable Instant startedAt;

  private RunningCall(Attempt attempt, String callersKey) {
    this.attempt = attempt;
    this.outgoing = new OutgoingRequests(attempt, callersKey);
  }

  /**
   * Makes an attempt the calling thread's innermost call.
   *
   * @param attempt the attempt whose method is about to run
   * @param callersKey the key that it was called with
   * @return the one before, to be given to {@link #restore}
   */
  public static @Nullable RunningCall enter(Attempt attempt, String callersKey) {
    RunningCall outer = INNERMOST.get();
    INNERMOST.set(new RunningCall(attempt, callersKey));
    return outer;
  }

  /**
   * Ends the innermost call of the calling thread.
   *
   * @param outer what {@link #enter} returned
   */
  public static void restore(@Nullable RunningCall outer) {
    if (outer == null) {
      INNERMOST.remove();
    } else {
      INNERMOST.set(outer);
    }
  }

  /**
   * Returns the calling thread's innermost call.
   *
   * @return the call
   * @throws IllegalStateException if there is none
   */
  public static RunningCall innermost() {
    return find()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "No guarded call runs on this thread. IdempotentCall serves the thread that"
                        + " runs an @Idempotent method, while it runs; take what you need there"
                        + " and pass it on to other threads"));
  }

  /**
   * Returns the calling thread's innermost call.
   *
   * @return the call; empty where none runs on this thread
   */
  public static Optional<RunningCall> find() {
    return Optional.ofNullable(INNERMOST.get());
  }

  /**
   * Says for whom the calling thread works while a guarded call runs on another one.
   *
   * @return the operation; empty where nobody said so
   */
  public static Optional<String> operationElsewhere() {
    return Optional.ofNullable(ELSEWHERE.get());
  }

  /**
   * Notes that the calling thread works for a guarded call which runs on another one.
   *
   * @param operation that call's operation, or null for none any more
   */
  public static void worksFor(@Nullable String operation) {
    if (operation == null) {
      ELSEWHERE.remove();
    } else {
      ELSEWHERE.set(operation);
    }
  }

  /**
   * Returns the claim.
   *
   * @return the attempt that runs
   */
  public Attempt attempt() {
    return attempt;
  }

  /**
   * Returns the requests that this attempt makes to other services.
   *
   * @return for the thread that runs the method
   */
  public OutgoingRequests outgoing() {
    return outgoing;
  }

  /**
   * Returns what {@link #startedAt(Instant)} noted.
   *
   * @return when the life began, or null where nobody has asked
   */
  public @Nullable Instant startedAt() {
    return startedAt;
  }

  /**
   * Notes when the life began.
   *
   * @param instant as the database says
   */
  public void startedAt(Instant instant) {
    startedAt = instant;
  }
}
