// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.LeaseLostException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.spi.CallResult;
import dev.idempotency.spi.Telemetry;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The protocols, telling how calls went; where nobody listens, nothing is added to them. Safe for
 * concurrent use.
 */
public final class Measured {

  private final Protocols protocols;
  private final List<Telemetry> listeners;
  private final LongSupplier nanoClock;

  /**
   * Creates the decoration.
   *
   * @param protocols where the calls go
   * @param listeners who is told
   * @param nanoClock a monotonic clock in nanoseconds
   */
  public Measured(Protocols protocols, List<Telemetry> listeners, LongSupplier nanoClock) {
    this.protocols = protocols;
    this.listeners = List.copyOf(listeners);
    this.nanoClock = nanoClock;
  }

  /**
   * As {@link Protocols#execute}.
   *
   * @param call what was captured
   * @param work the method and its translation
   * @return the answer
   */
  public Answer execute(Call call, GuardedWork work) {
    if (listeners.isEmpty()) {
      return protocols.execute(call, work);
    }
    long begun = nanoClock.getAsLong();
    Seen seen = new Seen(work);
    Answer answer = protocols.execute(call, seen);
    if (answer instanceof Answer.Pending pending) {
      pending.attempt().whenSettled(end -> tell(call, result(end, pending.attempt()), begun));
    } else {
      tell(call, result(answer, seen.attempt), begun);
    }
    return answer;
  }

  private void tell(Call call, CallResult result, long begun) {
    Duration took = Duration.ofNanos(nanoClock.getAsLong() - begun);
    for (Telemetry listener : listeners) {
      try {
        listener.ended(call.operation().name(), result, took);
      } catch (RuntimeException e) {
        Log.notTold(call.operation().name(), e);
      }
    }
  }

  private static CallResult result(Answer answer, @Nullable Attempt ran) {
    if (answer instanceof Answer.Ran end) {
      return end.outcome() == null || ran == null ? CallResult.FAILED : ran.successful();
    }
    if (answer instanceof Answer.Refused refused) {
      return refused(refused.reason(), ran != null);
    }
    // An owner without its lease is answered with what its successor stored (P17).
    return ran == null ? CallResult.REPLAY : CallResult.LEASE_LOST;
  }

  private static CallResult refused(IdempotencyException reason, boolean ran) {
    if (reason instanceof StoreUnavailableException) {
      return CallResult.UNAVAILABLE;
    }
    if (reason instanceof LeaseLostException) {
      return CallResult.LEASE_LOST;
    }
    if (reason instanceof KeyInProgressException) {
      return ran ? CallResult.LEASE_LOST : CallResult.BUSY;
    }
    if (reason instanceof KeyMismatchException) {
      return CallResult.MISMATCH;
    }
    return ran ? CallResult.FAILED : CallResult.REFUSED;
  }

  /** The work, and the attempt that ran it. */
  private static final class Seen implements GuardedWork {

    private final GuardedWork work;
    private @Nullable Attempt attempt;

    Seen(GuardedWork work) {
      this.work = work;
    }

    @Override
    public void endsElsewhere(Attempt attempt) {
      work.endsElsewhere(attempt);
    }

    @Override
    public Ending proceed(Attempt attempt) {
      this.attempt = attempt;
      return work.proceed(attempt);
    }

    @Override
    public boolean bodyBegan() {
      return work.bodyBegan();
    }

    @Override
    public boolean rollsBack(Throwable failure) {
      return work.rollsBack(failure);
    }

    @Override
    public @Nullable Outcome render(Ending ending) throws Exception {
      return work.render(ending);
    }
  }
}
