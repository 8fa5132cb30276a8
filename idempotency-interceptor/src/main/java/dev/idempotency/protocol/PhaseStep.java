// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.Transactions.End;
import dev.idempotency.protocol.Transactions.Ended;
import dev.idempotency.protocol.Transactions.State;
import org.jspecify.annotations.Nullable;

/** Work, result and recovery point of a phase, in one transaction under the fence (P34). */
final class PhaseStep implements Runnable {

  private final StepContext context;
  private final Place place;
  private final StepBody body;

  private byte @Nullable [] result;
  private boolean stored;
  private boolean leaseLost;
  private @Nullable Throwable failure;
  private @Nullable Throwable cause;

  PhaseStep(StepContext context, Place place, StepBody body) {
    this.context = context;
    this.place = place;
    this.body = body;
  }

  byte[] result() throws Exception {
    Ended ended = context.transactions.inBusiness(this);
    if (failure != null) {
      throw Rethrown.of(failure);
    }
    if (leaseLost) {
      throw context.stuckBy(StepFailures.leaseLost(context.attempt));
    }
    if (!stored || result == null || ended.end() != End.COMMITTED) {
      // Whether it committed may be unknown; a retry skips it if it did.
      throw context.stuckBy(
          StepFailures.notCommitted(
              context.attempt, place.name(), cause == null ? ended.failure() : cause));
    }
    return result;
  }

  /** Called within the transaction. */
  @Override
  public void run() {
    try {
      byte[] json = body.run();
      result = json;
      store(json);
    } catch (Throwable e) {
      failure = e;
    }
    if (!stored) {
      context.transactions.setRollbackOnly();
    }
  }

  private void store(byte[] json) {
    if (context.transactions.state() != State.ACTIVE) {
      return;
    }
    try {
      stored =
          Interruption.heldBackFor(() -> context.store.completePhase(context.fence(), place, json));
      leaseLost = !stored;
    } catch (StoreException e) {
      cause = e;
    }
  }
}
