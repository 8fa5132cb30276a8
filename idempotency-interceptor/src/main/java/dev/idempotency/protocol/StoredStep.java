// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A step of a record's life as one statement saw it.
 *
 * @param place where it stands among the life's steps
 * @param kind what kind of step it is
 * @param state how far it came
 * @param age how long ago it began for the first time since it was last known not to be done, by
 *     the database
 * @param result the result as JSON; null where it is not done
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record StoredStep(
    Place place, Kind kind, State state, Duration age, byte @Nullable [] result) {

  /**
   * Where a step stands in its life.
   *
   * @param position a number that grows from step to step, with gaps
   * @param name its name, unique within the life
   */
  public record Place(int position, String name) {}

  /** The kinds of steps. */
  public enum Kind {
    /** Work on the application's database, in one transaction with its result. */
    PHASE,
    /** A call to the outside, without a transaction; its begin commits before it runs. */
    EXTERNAL
  }

  /** How far a step came. */
  public enum State {
    /** Nobody can tell whether it took effect. */
    BEGUN,
    /** Its result is stored. */
    DONE,
    /** It was tried, and is known to have had no effect. */
    NOT_DONE
  }
}
