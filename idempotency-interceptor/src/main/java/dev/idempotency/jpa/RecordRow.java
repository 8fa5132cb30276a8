// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.UnreadableRecordException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.Header;
import dev.idempotency.protocol.Outcome;
import dev.idempotency.protocol.OutcomeKind;
import dev.idempotency.protocol.RecordId;
import dev.idempotency.protocol.RecordState;
import dev.idempotency.protocol.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One row of {@link RecordSql#READ} or {@link RecordSql#LOCK}, read column by column in order. */
final class RecordRow {

  /** SHA-256 (P2). */
  private static final int DIGEST_BYTES = 32;

  /** The range of Jakarta REST's {@code Response.status(int)}. */
  private static final int LOWEST_STATUS = 100;

  private static final int HIGHEST_STATUS = 599;

  private final RecordId id;
  private final @Nullable Object[] columns;
  private int next;

  private RecordRow(RecordId id, @Nullable Object[] columns) {
    this.id = id;
    this.columns = columns;
  }

  /** What the row says, or why nobody can tell. */
  static StoredRecord read(RecordId id, @Nullable Object[] columns) {
    return new RecordRow(id, columns).record();
  }

  private StoredRecord record() {
    Fence fence = new Fence(id, number(), uuid());
    UUID life = uuid();
    RecordState state = name(RecordState.values(), text());
    boolean retryable = flag();
    Fingerprint fingerprint = fingerprint((int) number(), bytes());
    StoredRecord.Timing timing =
        new StoredRecord.Timing(
            Instant.EPOCH.plus(number(), ChronoUnit.MICROS),
            micros(number()),
            flag(),
            nullableMicros());
    return new StoredRecord(fence, life, state, retryable, fingerprint, timing, outcome());
  }

  private Fingerprint fingerprint(int version, byte[] digest) {
    if (digest.length != DIGEST_BYTES) {
      throw unreadable("its fingerprint has %d bytes instead of 32".formatted(digest.length));
    }
    if (version < 1) {
      throw unreadable("its fingerprint is of version %d, and the first is 1".formatted(version));
    }
    return Fingerprint.of(version, digest);
  }

  private @Nullable Outcome outcome() {
    String kind = nullableText();
    if (kind == null) {
      return null;
    }
    OutcomeKind known = name(OutcomeKind.values(), kind);
    int status = status(known, number());
    List<Header> headers = headers(nullableText());
    String mediaType = nullableText();
    byte[] body = nullableBytes();
    if (known == OutcomeKind.RESPONSE && (mediaType == null) != (body == null)) {
      throw unreadable("it has a body without a media type, or a media type without a body");
    }
    return new Outcome(known, status, headers, mediaType, body, failure());
  }

  /** A response has one; any other outcome may have none, which is 0. */
  private int status(OutcomeKind kind, long status) {
    boolean isNone = status == 0 && kind != OutcomeKind.RESPONSE;
    if (!isNone && (status < LOWEST_STATUS || status > HIGHEST_STATUS)) {
      throw unreadable("its status %d is none of HTTP".formatted(status));
    }
    return (int) status;
  }

  private List<Header> headers(@Nullable String text) {
    return HeaderLines.decode(text)
        .orElseThrow(() -> unreadable("its headers are no JSON array of [name, value]"));
  }

  private Outcome.@Nullable Failure failure() {
    String type = nullableText();
    String message = nullableText();
    return type == null ? null : new Outcome.Failure(type, message);
  }

  private <E extends Enum<E>> E name(E[] known, String name) {
    return Arrays.stream(known)
        .filter(constant -> constant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                unreadable(
                    "'%s' is none of %s"
                        .formatted(DatabaseText.bounded(name, 40), Arrays.toString(known))));
  }

  private UnreadableRecordException unreadable(String reason) {
    return new UnreadableRecordException(
        "Record %s cannot be understood: %s; it may be of a newer version of this library, else an"
                .formatted(id, reason)
            + " operator must look at it",
        id.value());
  }

  private long number() {
    return ((Number) some()).longValue();
  }

  private boolean flag() {
    return (Boolean) some();
  }

  private UUID uuid() {
    return UUID.fromString(text());
  }

  private String text() {
    return (String) some();
  }

  private @Nullable String nullableText() {
    return (String) column();
  }

  private byte[] bytes() {
    return (byte[]) some();
  }

  private byte @Nullable [] nullableBytes() {
    return (byte[]) column();
  }

  private @Nullable Duration nullableMicros() {
    Number micros = (Number) column();
    return micros == null ? null : micros(micros.longValue());
  }

  private static Duration micros(long micros) {
    return Duration.of(micros, ChronoUnit.MICROS);
  }

  private Object some() {
    return Objects.requireNonNull(column(), "the statement or the table rules out null here");
  }

  private @Nullable Object column() {
    return columns[next++];
  }
}
