// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.RolledBackException;
import dev.idempotency.StoreUnavailableException;
import dev.idempotency.UnreadableRecordException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Words the answers that do not come from the method. */
final class Answers {

  private static final Duration SHORTEST_WAIT = Duration.ofSeconds(1);

  private Answers() {}

  /** Answers from a record whose verdict is not a claim. */
  static Answer from(Verdict verdict, StoredRecord record, Call call) {
    return switch (verdict) {
      case MISMATCH -> mismatch(call.id());
      case REPLAY -> replay(record);
      case BUSY -> busy(call, record.timing().leaseLeft());
      case REPLACE, CLAIM_AGAIN, TAKE_OVER -> somebodyDecides(call);
    };
  }

  static Answer mismatch(RecordId id) {
    return new Answer.Refused(
        new KeyMismatchException(
            "Record %s belongs to another request with the same key; use a new key".formatted(id),
            id.value()));
  }

  /** Somebody holds the record locked at this moment (P7). */
  static Answer somebodyDecides(Call call) {
    return busy(call, SHORTEST_WAIT);
  }

  static Answer unavailable(RecordId id, String what, @Nullable Throwable cause) {
    return new Answer.Refused(
        new StoreUnavailableException(
            "%s for record %s; repeat the call with the same key".formatted(what, id),
            id.value(),
            SHORTEST_WAIT,
            cause));
  }

  /** Of a record, or of none in particular. */
  static StoreUnavailableException storeUnavailable(
      @Nullable RecordId id, String what, Throwable cause) {
    String fact = id == null ? what : "%s for record %s".formatted(what, id);
    return new StoreUnavailableException(
        fact + "; try again", id == null ? null : id.value(), SHORTEST_WAIT, cause);
  }

  /** A success that did not commit is never answered as a success (P23). */
  static Answer.Refused rolledBack(RecordId id, @Nullable Throwable cause) {
    return new Answer.Refused(
        new RolledBackException(
            "The work of record %s was rolled back after it had returned; repeat the call"
                .formatted(id),
            id.value(),
            SHORTEST_WAIT,
            cause));
  }

  static Answer replay(StoredRecord record) {
    RecordId id = record.fence().id();
    Outcome outcome =
        record
            .storedOutcome()
            .orElseThrow(
                () ->
                    new UnreadableRecordException(
                        "Record %s is final but holds no outcome; an operator must look at it"
                            .formatted(id),
                        id.value()));
    return replay(id, outcome, record.timing().expiresIn());
  }

  static Answer replay(RecordId id, Outcome outcome, @Nullable Duration expiresIn) {
    return switch (outcome.kind()) {
      case RESPONSE, VALUE, FAILURE -> new Answer.Replay(id, outcome, expiresIn);
      case SPENT ->
          new Answer.Refused(
              new KeySpentException(
                  "Record %s ended in a refusal that spent its key; use a new key".formatted(id),
                  id.value()));
      case BODYLESS -> new Answer.Refused(notKept(id, outcome));
      case UNKNOWN ->
          new Answer.Refused(
              new OutcomeUnknownException(
                  "It is not known whether the work of record %s took effect; an operator must resolve it"
                      .formatted(id),
                  id.value()));
    };
  }

  private static OutcomeNotKeptException notKept(RecordId id, Outcome outcome) {
    String location =
        outcome.headers().stream()
            .filter(header -> header.name().equalsIgnoreCase("Location"))
            .map(Header::value)
            .findFirst()
            .orElse(null);
    String fact =
        outcome.isRefusal() ? "was refused, and the refusal" : "succeeded, but its result";
    return new OutcomeNotKeptException(
        "Record %s %s was not kept (status %d); it will not run again"
            .formatted(id, fact, outcome.status()),
        id.value(),
        outcome.status(),
        location);
  }

  private static Answer busy(Call call, Duration left) {
    Duration max = call.operation().retryAfterMax();
    Duration wait = wholeSeconds(left.compareTo(max) < 0 ? left : max);
    return new Answer.Refused(
        new KeyInProgressException(
            "Record %s is in progress; repeat the call in %d s"
                .formatted(call.id(), wait.toSeconds()),
            call.id().value(),
            wait,
            null));
  }

  private static Duration wholeSeconds(Duration duration) {
    Duration up = Duration.ofSeconds(duration.plusSeconds(1).minusNanos(1).toSeconds());
    return up.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : up;
  }
}
