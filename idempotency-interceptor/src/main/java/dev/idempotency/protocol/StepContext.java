// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the steps of one attempt share. Used by the thread that runs the guarded method. */
final class StepContext {

  private static final int MAX_TRIES = 3;

  final Attempt attempt;
  final StepStore store;
  final Transactions transactions;
  final LongSupplier nanoClock;
  private final OwnTransactions own;
  private @Nullable Stuck stuck;

  StepContext(
      Attempt attempt,
      StepStore store,
      Transactions transactions,
      OwnTransactions own,
      LongSupplier nanoClock) {
    this.attempt = attempt;
    this.store = store;
    this.transactions = transactions;
    this.own = own;
    this.nanoClock = nanoClock;
  }

  Fence fence() {
    return attempt.fence();
  }

  /** Ends the attempt's steps; the first reason stays. */
  <E extends IdempotencyException> E stuckBy(E reason) {
    if (stuck == null) {
      stuck = new Stuck(reason);
    }
    return reason;
  }

  @Nullable Stuck stuck() {
    return stuck;
  }

  /**
   * Runs statements in a short transaction of their own.
   *
   * @throws StoreException if they or the commit fail; whether it committed is then unknown
   */
  boolean inOwn(BooleanSupplier statements) {
    return own.runAhead(fence().id(), statements::getAsBoolean);
  }

  /**
   * The same, and again where it failed: statements that may be repeated.
   *
   * @throws dev.idempotency.StoreUnavailableException if all tries failed; the steps have ended
   */
  boolean inTries(String step, BooleanSupplier statements) {
    StoreException last = null;
    for (int tries = 1; tries <= MAX_TRIES; tries++) {
      try {
        return inOwn(statements);
      } catch (StoreException e) {
        last = e;
      }
    }
    throw stuckBy(StepFailures.notStored(attempt, step, last));
  }
}
