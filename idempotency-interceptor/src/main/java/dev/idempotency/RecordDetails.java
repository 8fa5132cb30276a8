// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record as an operator sees it, all times by the database's clock. Never the key or a payload.
 *
 * @param id its primary key
 * @param operation the guarded method
 * @param scope whose key it is; empty for nobody's
 * @param state {@code IN_PROGRESS}, {@code SUCCEEDED} or {@code FAILED}
 * @param situation what that state, the lease and the outcome come to
 * @param retryable whether a failed record may be claimed again
 * @param attempt the fencing number, which an action on the record must name
 * @param ownerNode the node of the last claim
 * @param recoveryPoint the last step that committed, or null
 * @param firstSeen when the key came first
 * @param claimed when the last attempt was claimed
 * @param leaseLeft what is left of the lease; zero or negative where it is dead
 * @param finished when outcome or failure was stored, or null
 * @param expires when it may be replaced, or null for never or unfinished
 * @param outcomeKind what it holds, or null for nothing
 * @param failureType the class of the exception that ended it, or null
 * @param steps its steps in order
 */
public record RecordDetails(
    UUID id,
    String operation,
    String scope,
    String state,
    Situation situation,
    boolean retryable,
    long attempt,
    String ownerNode,
    @Nullable String recoveryPoint,
    Instant firstSeen,
    Instant claimed,
    Duration leaseLeft,
    @Nullable Instant finished,
    @Nullable Instant expires,
    @Nullable String outcomeKind,
    @Nullable String failureType,
    List<Step> steps) {

  /** What a record's key is waiting for. */
  public enum Situation {
    /** Its owner is alive, as far as the lease says. */
    RUNNING(false),
    /** Its owner died, was paused or hangs, and nobody has come with the key since. */
    ABANDONED(true),
    /** The last attempt gave it back; the next call with the key runs. */
    GIVEN_BACK(false),
    /** A step may have taken effect; only a person can tell. */
    UNKNOWN(true),
    /** It ended in a refusal that every further call gets. */
    REFUSED(false),
    /** It is done. */
    SUCCEEDED(false),
    /** A newer version of the library wrote it, and calls of this one are refused. */
    UNREADABLE(false);

    private final boolean stuck;

    Situation(boolean stuck) {
      this.stuck = stuck;
    }

    /**
     * Says whether somebody should look at the key.
     *
     * @return whether nobody works on it and it has no outcome
     */
    public boolean isStuck() {
      return stuck;
    }
  }

  /**
   * A step of the record.
   *
   * @param name its name
   * @param kind {@code PHASE} or {@code EXTERNAL}
   * @param state {@code BEGUN}, {@code DONE} or {@code NOT_DONE}
   * @param begun when it began first
   * @param finished when its result was stored, or null
   */
  public record Step(
      String name, String kind, String state, Instant begun, @Nullable Instant finished) {}
}
