// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A record as one statement saw it. Everything that depends on time was computed by the database in
 * that statement.
 *
 * @param fence id, attempt and token of the last claim
 * @param life the seed of the current life
 * @param state the stored state
 * @param retryable whether a {@link RecordState#FAILED} record may be claimed again
 * @param fingerprint what the life's first request is compared by
 * @param timing the record's times
 * @param outcome the stored outcome, or null where there is none
 */
public record StoredRecord(
    Fence fence,
    UUID life,
    RecordState state,
    boolean retryable,
    Fingerprint fingerprint,
    Timing timing,
    @Nullable Outcome outcome) {

  /**
   * The record's times, as the database judged them.
   *
   * @param startedAt when the life began
   * @param leaseLeft what is left of the lease; zero or negative when it is dead
   * @param expired whether the record has an expiry and it is past
   * @param expiresIn time until expiry, or null for never or unfinished
   */
  public record Timing(
      Instant startedAt, Duration leaseLeft, boolean expired, @Nullable Duration expiresIn) {

    /**
     * Says whether the lease ran out.
     *
     * @return whether nothing of it is left
     */
    public boolean leaseIsDead() {
      return leaseLeft.isZero() || leaseLeft.isNegative();
    }
  }

  /** The same record whose lease is the later one of its own and a renewed one (P30). */
  StoredRecord renewedBy(Duration leaseLeft) {
    return leaseLeft.compareTo(timing.leaseLeft()) <= 0
        ? this
        : new StoredRecord(
            fence,
            life,
            state,
            retryable,
            fingerprint,
            new Timing(timing.startedAt(), leaseLeft, timing.expired(), timing.expiresIn()),
            outcome);
  }

  /**
   * Says whether the record holds a claim of this token.
   *
   * @param token a claim's token
   * @return whether it is the last claim's
   */
  public boolean isClaimedBy(UUID token) {
    return fence.token().equals(token);
  }

  /**
   * Says whether the record holds an outcome that no later call of this life can change.
   *
   * @return whether it succeeded or failed for good
   */
  public boolean isFinal() {
    return state == RecordState.SUCCEEDED || (state == RecordState.FAILED && !retryable);
  }

  /**
   * Returns the stored outcome of a final record.
   *
   * @return the outcome; empty where it is missing, which no statement of the library leaves behind
   */
  public Optional<Outcome> storedOutcome() {
    return Optional.ofNullable(outcome);
  }
}
