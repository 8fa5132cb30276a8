// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.ExternalOptions;
import dev.idempotency.StepsChangedException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.protocol.StepOrder.Taken;
import dev.idempotency.protocol.StoredStep.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps of one attempt (P34 to P37). What committed in an earlier attempt is skipped; what
 * commits now is stored under the fence together with its recovery point.
 *
 * <p>Used by the thread that runs the guarded method, while it runs.
 */
public final class Steps {

  private final StepContext context;

  /** Null until the first step, or the method's end, asks what earlier attempts recorded. */
  private @Nullable StepOrder order;

  /** From when the ages of recorded steps are counted. */
  private long readAt;

  private @Nullable String running;
  private boolean closed;
  private boolean leftOut;
  private @Nullable Taken failedPhase;

  Steps(
      Attempt attempt,
      StepStore store,
      Transactions transactions,
      OwnTransactions own,
      LongSupplier nanoClock) {
    this.context = new StepContext(attempt, store, transactions, own, nanoClock);
  }

  /**
   * Runs work on the application's database in one transaction with its result and the recovery
   * point, or returns what an earlier attempt committed.
   *
   * @param name the step's name
   * @param body the work; whatever it throws rolls the transaction back
   * @return the result as it was stored
   * @throws dev.idempotency.IdempotencyException if the step could not commit, or no step may be
   *     taken any more; every further step then throws the same
   * @throws IllegalStateException if a step or a transaction is running
   * @throws IllegalArgumentException if the name is not legal or was used in this attempt
   * @throws Exception what the work threw
   */
  public byte[] phase(String name, StepBody body) throws Exception {
    Taken step = take(name, Kind.PHASE);
    if (isDone(step)) {
      return storedResult(step);
    }
    failedPhase = step;
    running = name;
    try {
      byte[] result = new PhaseStep(context, step.place(), body).result();
      failedPhase = null;
      return result;
    } finally {
      running = null;
    }
  }

  /**
   * Runs a call to the outside, without transaction or connection, between two short transactions:
   * one stores that it begins, one stores its result and the recovery point. Returns what an
   * earlier attempt committed, and never runs a step whose effect is unknown (P36).
   *
   * @param name the step's name
   * @param options when it may be run again
   * @param body the work
   * @return the result as it was stored
   * @throws dev.idempotency.IdempotencyException if the step could not be stored, its effect is
   *     unknown, or no step may be taken any more; every further step then throws the same
   * @throws IllegalStateException if a step or a transaction is running
   * @throws IllegalArgumentException if the name is not legal or was used in this attempt
   * @throws Exception what the work threw
   */
  public byte[] external(String name, ExternalOptions options, StepBody body) throws Exception {
    Taken step = take(name, Kind.EXTERNAL);
    if (isDone(step)) {
      return storedResult(step);
    }
    if (!mayRun(step, options)) {
      throw context.stuckBy(StepFailures.unknown(context.attempt, name, null));
    }
    running = name;
    try {
      return new ExternalStep(context, step.place(), options, body).result();
    } finally {
      running = null;
    }
  }

  /** The name of the step whose work runs; null between steps. */
  @Nullable String running() {
    return running;
  }

  private static boolean isDone(Taken step) {
    return step.known().filter(known -> known.state() == StoredStep.State.DONE).isPresent();
  }

  private static byte[] storedResult(Taken step) {
    return Objects.requireNonNull(
        step.known().orElseThrow().result(), "a step that is done has a result");
  }

  private boolean mayRun(Taken step, ExternalOptions options) {
    if (step.known().filter(known -> known.state() == StoredStep.State.BEGUN).isEmpty()) {
      return true;
    }
    Duration sinceRead = Duration.ofNanos(context.nanoClock.getAsLong() - readAt);
    Duration age = step.known().get().age().plus(sinceRead);
    return options.repeatableFor().filter(memory -> age.compareTo(memory) < 0).isPresent();
  }

  /** Checks that a step may be taken here, and takes its place in the order. */
  private Taken take(String name, Kind kind) {
    requireNoStep(name);
    Stuck stuck = context.stuck();
    if (stuck != null) {
      throw stuck.reason();
    }
    if (context.transactions.state() != Transactions.State.NONE) {
      throw new IllegalStateException(
          "Step '%s' is taken inside a transaction, which would commit apart from it; take it"
                  .formatted(name)
              + " outside");
    }
    StepOrder.requireLegal(name);
    keepPlaceOfFailedPhase();
    try {
      return order(name).take(name, kind);
    } catch (StepsChangedException e) {
      throw context.stuckBy(e);
    }
  }

  private void requireNoStep(String name) {
    if (closed) {
      throw new IllegalStateException(
          "Step '%s' is taken after the guarded method has returned".formatted(name));
    }
    if (running != null) {
      throw new IllegalStateException(
          "Step '%s' is taken inside another step; take one after the other".formatted(name));
    }
  }

  /**
   * A phase that failed left nothing behind. Where the method goes on to another step, a retry must
   * find it in its place all the same.
   */
  private void keepPlaceOfFailedPhase() {
    Taken failed = failedPhase;
    if (failed != null && failed.known().isEmpty()) {
      boolean kept =
          context.inTries(
              failed.place().name(),
              () -> context.store.markNotDone(context.fence(), failed.place(), failed.kind()));
      if (!kept) {
        throw context.stuckBy(StepFailures.leaseLost(context.attempt));
      }
    }
    failedPhase = null;
  }

  private StepOrder order(String step) {
    StepOrder known = order;
    if (known == null) {
      known = new StepOrder(context.fence().id(), recorded(step));
      order = known;
    }
    return known;
  }

  /** A life that this very attempt started has no steps to read. */
  private List<StoredStep> recorded(String step) {
    if (context.attempt.startedLife()) {
      return List.of();
    }
    readAt = context.nanoClock.getAsLong();
    List<StoredStep> steps = new ArrayList<>();
    context.inTries(
        step,
        () -> {
          steps.clear();
          return steps.addAll(context.store.recorded(context.fence()));
        });
    return steps;
  }

  /**
   * Ends the taking of steps: the method has returned. It must have taken every step that an
   * earlier attempt recorded; where it threw before, it may come to them in another attempt.
   *
   * @return why the attempt is concluded whatever the method did, or null
   */
  @Nullable Stuck close(Ending ending) {
    closed = true;
    if (context.stuck() == null) {
      try {
        order("end").requireAtEnd();
      } catch (StepsChangedException e) {
        leftOut = true;
        if (ending.thrown() == null) {
          context.stuckBy(e);
        }
      } catch (StoreUnavailableException e) {
        // The steps are stuck by it.
        leftOut = true;
      }
    }
    return context.stuck();
  }

  /** Whether a step that an earlier attempt recorded was not taken. */
  boolean leftOut() {
    return leftOut;
  }
}
