// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One version of a row. */
record FakeRow(
    Fence fence,
    UUID life,
    RecordState state,
    boolean retryable,
    Fingerprint fingerprint,
    Times times,
    List<FakeStep> steps,
    @Nullable Outcome outcome) {

  private static final int MAX_MESSAGE = 1000;

  /** What is compared with the clock. */
  record Times(
      Instant startedAt, Instant leaseUntil, @Nullable Instant expiresAt, Instant finishedAt) {

    Times leasedUntil(Instant until) {
      return new Times(startedAt, until, null, Instant.MAX);
    }

    Times keptFrom(Instant now, Retention retention) {
      return new Times(
          startedAt, leaseUntil, retention.duration().map(now::plus).orElse(null), now);
    }
  }

  static FakeRow claimed(
      RecordId id, long attempt, Fingerprint fingerprint, Claimant claimant, Instant now) {
    return new FakeRow(
        new Fence(id, attempt, claimant.token()),
        claimant.newLife(),
        RecordState.IN_PROGRESS,
        false,
        fingerprint,
        new Times(now, now.plus(claimant.staleAfter()), null, Instant.MAX),
        List.of(),
        null);
  }

  FakeRow claimedAgain(Claimant claimant, Instant now) {
    requireMove(RecordState.IN_PROGRESS);
    return new FakeRow(
        new Fence(fence.id(), fence.attempt() + 1, claimant.token()),
        life,
        RecordState.IN_PROGRESS,
        false,
        fingerprint,
        times.leasedUntil(now.plus(claimant.staleAfter())),
        steps,
        null);
  }

  FakeRow finished(Outcome result, Retention retention, Instant now) {
    requireMove(result.state());
    return ended(result.state(), false, retention, now, bounded(result));
  }

  FakeRow refused(Outcome refusal, Retention retention, Instant now) {
    requireMove(RecordState.FAILED);
    return ended(RecordState.FAILED, false, retention, now, bounded(refusal));
  }

  FakeRow givenBack(Retention retention, Instant now) {
    requireMove(RecordState.FAILED);
    Retention kept = mayHaveTakenEffect() ? Retention.FOREVER : retention;
    return ended(RecordState.FAILED, true, kept, now, null);
  }

  /** Whether a step was begun or done. */
  boolean mayHaveTakenEffect() {
    return steps.stream().anyMatch(step -> step.state() != StoredStep.State.NOT_DONE);
  }

  /** The row with a step that it had not, or in place of the one at its position. */
  FakeRow with(FakeStep step, Instant leaseUntil) {
    List<FakeStep> others = new ArrayList<>(steps);
    others.removeIf(other -> other.place().position() == step.place().position());
    others.add(step);
    others.sort(Comparator.comparing(other -> other.place().position()));
    return new FakeRow(
        fence,
        life,
        state,
        retryable,
        fingerprint,
        new Times(times.startedAt(), leaseUntil, times.expiresAt(), times.finishedAt()),
        List.copyOf(others),
        outcome);
  }

  Optional<FakeStep> step(StoredStep.Place place) {
    return steps.stream().filter(step -> step.place().equals(place)).findFirst();
  }

  FakeRow givenBackByOperator(UUID token, Retention retention, Instant now) {
    return under(token).givenBack(retention, now);
  }

  FakeRow resolvedByOperator(UUID token, Outcome result, Retention retention, Instant now) {
    return under(token).finished(result, retention, now);
  }

  /** The row with the next attempt, from which every state but success may be left. */
  private FakeRow under(UUID token) {
    if (state == RecordState.SUCCEEDED) {
      throw new AssertionError("an operator moved what succeeded");
    }
    return new FakeRow(
        new Fence(fence.id(), fence.attempt() + 1, token),
        life,
        RecordState.IN_PROGRESS,
        false,
        fingerprint,
        times,
        steps,
        null);
  }

  private FakeRow ended(
      RecordState next,
      boolean mayRetry,
      Retention retention,
      Instant now,
      @Nullable Outcome result) {
    return new FakeRow(
        fence, life, next, mayRetry, fingerprint, times.keptFrom(now, retention), steps, result);
  }

  private void requireMove(RecordState next) {
    if (!state.mayBecome(next)) {
      throw new AssertionError("a statement moved a record from %s to %s".formatted(state, next));
    }
  }

  private static Outcome bounded(Outcome outcome) {
    Outcome.Failure failure = outcome.failure();
    String message = failure == null ? null : failure.message();
    if (failure == null || message == null || message.length() <= MAX_MESSAGE) {
      return outcome;
    }
    return new Outcome(
        outcome.kind(),
        outcome.status(),
        outcome.headers(),
        outcome.mediaType(),
        outcome.body(),
        new Outcome.Failure(failure.type(), message.substring(0, MAX_MESSAGE)));
  }

  boolean isStill(StoredRecord seen) {
    return fence.equals(seen.fence()) && state == seen.state() && retryable == seen.retryable();
  }

  StoredRecord seenAt(Instant now) {
    Instant expiresAt = times.expiresAt();
    Duration expiresIn = expiresAt == null ? null : Duration.between(now, expiresAt);
    boolean expired = expiresAt != null && !expiresAt.isAfter(now);
    return new StoredRecord(
        fence,
        life,
        state,
        retryable,
        fingerprint,
        new StoredRecord.Timing(
            times.startedAt(), Duration.between(now, times.leaseUntil()), expired, expiresIn),
        outcome);
  }
}
