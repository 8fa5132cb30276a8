// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * When an {@linkplain IdempotentCall#external external step} that has begun may be run again.
 * Immutable.
 *
 * <p>Nobody can tell whether a call whose answer was lost took effect. Where the other side
 * remembers keys, the call is repeated under the same child key; where it does not, or no longer,
 * the outcome is unknown and a person must resolve it.
 */
public final class ExternalOptions {

  private static final Duration DEFAULT_MEMORY = Duration.ofHours(24);
  private static final ExternalOptions DEFAULTS =
      new ExternalOptions(Optional.of(DEFAULT_MEMORY), List.of());

  private final Optional<Duration> repeatableFor;
  private final List<Class<? extends Throwable>> notDone;

  private ExternalOptions(
      Optional<Duration> repeatableFor, List<Class<? extends Throwable>> notDone) {
    this.repeatableFor = repeatableFor;
    this.notDone = notDone;
  }

  /**
   * The other side remembers keys for 24 hours, and no exception proves that nothing happened.
   *
   * @return the defaults
   */
  public static ExternalOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Says how long the other side remembers a key, counted from the first begin of the step in this
   * life: within that time the step is repeated.
   *
   * @param memory a positive duration
   * @return the options with it
   * @throws IllegalArgumentException if the duration is not positive
   */
  public ExternalOptions repeatableFor(Duration memory) {
    if (memory.isZero() || memory.isNegative()) {
      throw new IllegalArgumentException(
          "A step is repeatable for a positive time, not for " + memory);
    }
    return new ExternalOptions(Optional.of(memory), notDone);
  }

  /**
   * Says that the other side takes no key: a step that has begun is never run again, unless it
   * ended by an exception of {@link #notDoneOn}.
   *
   * @return the options with it
   */
  public ExternalOptions notRepeatable() {
    return new ExternalOptions(Optional.empty(), notDone);
  }

  /**
   * Lists exceptions that prove that the other side did nothing, such as a refusal or a connection
   * that was never made. Their subclasses count too.
   *
   * @param failures the classes, in place of those listed before
   * @return the options with them
   */
  @SafeVarargs
  public final ExternalOptions notDoneOn(Class<? extends Throwable>... failures) {
    List<Class<? extends Throwable>> listed = new ArrayList<>();
    for (Class<? extends Throwable> failure : failures) {
      listed.add(failure);
    }
    return new ExternalOptions(repeatableFor, List.copyOf(listed));
  }

  /**
   * Returns how long the step may be repeated.
   *
   * @return the time since its first begin; empty where it may not be repeated
   */
  public Optional<Duration> repeatableFor() {
    return repeatableFor;
  }

  /**
   * Says whether a failure proves that the other side did nothing.
   *
   * @param failure what the work threw
   * @return whether it is of a listed class
   */
  public boolean provesNotDone(Throwable failure) {
    return notDone.stream().anyMatch(type -> type.isInstance(failure));
  }
}
