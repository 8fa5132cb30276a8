// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.OperatorAction;
import dev.idempotency.RecordDetails;
import dev.idempotency.RecordDetails.Situation;
import dev.idempotency.RecordQuery.Position;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row that an operator asked for, read column by column in order. */
final class OperatorRow {

  /**
   * A record that a list came to.
   *
   * @param position where it stands in the list
   * @param matches whether it is one of those asked for
   * @param last whether no more records were looked at
   */
  record Seen(Position position, boolean matches, boolean last) {}

  /**
   * A step of a record.
   *
   * @param record the record
   * @param step the step
   */
  record StepOf(UUID record, RecordDetails.Step step) {}

  private final @Nullable Object[] columns;
  private int next;

  OperatorRow(@Nullable Object[] columns) {
    this.columns = columns;
  }

  Seen seen() {
    UUID id = uuid();
    return new Seen(new Position(instant(), id), flag(), flag());
  }

  StepOf step() {
    return new StepOf(
        uuid(), new RecordDetails.Step(text(), text(), text(), instant(), nullableInstant()));
  }

  OperatorAction action() {
    return new OperatorAction(
        instant(),
        text(),
        OperatorAction.Kind.valueOf(text()),
        nullableText(),
        number(),
        flag(),
        text());
  }

  UUID uuid() {
    return UUID.fromString(text());
  }

  RecordDetails details(UUID id, List<RecordDetails.Step> steps) {
    String operation = text();
    String scope = text();
    String state = text();
    boolean retryable = flag();
    long attempt = number();
    String ownerNode = text();
    String recoveryPoint = nullableText();
    Instant firstSeen = instant();
    Instant claimed = instant();
    Duration leaseLeft = Duration.of(number(), ChronoUnit.MICROS);
    Instant finished = nullableInstant();
    Instant expires = nullableInstant();
    String outcomeKind = nullableText();
    return new RecordDetails(
        id,
        operation,
        scope,
        state,
        situation(state, retryable, leaseLeft, outcomeKind),
        retryable,
        attempt,
        ownerNode,
        recoveryPoint,
        firstSeen,
        claimed,
        leaseLeft,
        finished,
        expires,
        outcomeKind,
        nullableText(),
        steps);
  }

  /** An operator sees what this version of the library cannot read, too. */
  private static Situation situation(
      String state, boolean retryable, Duration leaseLeft, @Nullable String outcomeKind) {
    Optional<RecordState> known = named(RecordState.values(), state);
    if (known.isEmpty()) {
      return Situation.UNREADABLE;
    }
    if (outcomeKind == null) {
      return known.get().situation(retryable, leaseLeft, null);
    }
    return named(OutcomeKind.values(), outcomeKind)
        .map(kind -> known.get().situation(retryable, leaseLeft, kind))
        .orElse(Situation.UNREADABLE);
  }

  private static <E extends Enum<E>> Optional<E> named(E[] known, String name) {
    return Arrays.stream(known).filter(constant -> constant.name().equals(name)).findFirst();
  }

  private @Nullable Object column() {
    return columns[next++];
  }

  private Object some() {
    return Objects.requireNonNull(column(), "the statement or the table rules out null here");
  }

  private String text() {
    return (String) some();
  }

  private @Nullable String nullableText() {
    return (String) column();
  }

  private boolean flag() {
    return (Boolean) some();
  }

  private long number() {
    return ((Number) some()).longValue();
  }

  private Instant instant() {
    return Instant.EPOCH.plus(number(), ChronoUnit.MICROS);
  }

  private @Nullable Instant nullableInstant() {
    Number micros = (Number) column();
    return micros == null ? null : Instant.EPOCH.plus(micros.longValue(), ChronoUnit.MICROS);
  }
}
