// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a guarded call is answered with. */
public sealed interface Answer {

  /**
   * The method ran and this is how it ended; nothing is left to do.
   *
   * @param ending how it ended
   * @param outcome what was stored for a retry, or null where the key was given back
   */
  record Ran(Ending ending, @Nullable Outcome outcome) implements Answer {}

  /**
   * The method ran in a transaction that has not ended yet. Whoever can still change the answer
   * asks {@link Protocols#settle} after the end.
   *
   * @param ending how the method ended
   * @param attempt the attempt, to be settled
   */
  record Pending(Ending ending, Attempt attempt) implements Answer {}

  /**
   * The method did not run: a retry is answered from the store.
   *
   * @param id the record
   * @param outcome what it holds; never {@link OutcomeKind#SPENT}, {@link OutcomeKind#BODYLESS} or
   *     {@link OutcomeKind#UNKNOWN}
   * @param expiresIn how long the record will be kept, or null for ever
   */
  record Replay(RecordId id, Outcome outcome, @Nullable Duration expiresIn) implements Answer {}

  /**
   * The call is refused, or what it did was rolled back.
   *
   * @param reason what the caller is told; not thrown yet
   */
  record Refused(IdempotencyException reason) implements Answer {}
}
