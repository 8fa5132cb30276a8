// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an operator did to a record, as the audit log keeps it.
 *
 * @param acted when, by the database's clock
 * @param who the authenticated caller's name; empty where nobody was authenticated
 * @param kind what was done
 * @param step the step that was resolved, or null where none was
 * @param attempt the attempt that it ended
 * @param forced whether a live lease was to be overridden
 * @param reason why, cut after 1,000 characters
 */
public record OperatorAction(
    Instant acted,
    String who,
    Kind kind,
    @Nullable String step,
    long attempt,
    boolean forced,
    String reason) {

  /** What was done. */
  public enum Kind {
    /** The key was given back. */
    RELEASED,
    /** A step was given its result, and the key given back. */
    STEP_DONE,
    /** A step was said to have had no effect, and the key given back. */
    STEP_NOT_DONE,
    /** The final outcome was stored. */
    RESOLVED
  }
}
