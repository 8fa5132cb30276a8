// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.UnreadableRecordException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.StoredRecord.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("P6: the one decision")
class VerdictTest extends ProtocolFixture {

  /** One record as a call may meet it. */
  record Met(
      RecordState state, boolean retryable, boolean expired, boolean leaseDead, boolean other) {}

  /** A line of the decision table; null matches both. */
  private record Line(
      RecordState state,
      Boolean retryable,
      Boolean expired,
      Boolean leaseDead,
      Boolean other,
      Verdict verdict) {

    boolean covers(Met met) {
      return state == met.state()
          && (retryable == null || retryable == met.retryable())
          && (expired == null || expired == met.expired())
          && (leaseDead == null || leaseDead == met.leaseDead())
          && (other == null || other == met.other());
    }
  }

  private static final Boolean ANY = null;
  private static final List<Line> TABLE =
      List.of(
          // state, retryable, expired, lease dead, other request
          new Line(RecordState.IN_PROGRESS, ANY, ANY, ANY, true, Verdict.MISMATCH),
          new Line(RecordState.IN_PROGRESS, ANY, ANY, false, false, Verdict.BUSY),
          new Line(RecordState.IN_PROGRESS, ANY, ANY, true, false, Verdict.TAKE_OVER),
          new Line(RecordState.SUCCEEDED, ANY, true, ANY, ANY, Verdict.REPLACE),
          new Line(RecordState.SUCCEEDED, ANY, false, ANY, true, Verdict.MISMATCH),
          new Line(RecordState.SUCCEEDED, ANY, false, ANY, false, Verdict.REPLAY),
          new Line(RecordState.FAILED, ANY, true, ANY, ANY, Verdict.REPLACE),
          new Line(RecordState.FAILED, ANY, false, ANY, true, Verdict.MISMATCH),
          new Line(RecordState.FAILED, false, false, ANY, false, Verdict.REPLAY),
          new Line(RecordState.FAILED, true, false, ANY, false, Verdict.CLAIM_AGAIN));

  static Stream<Met> everyRecord() {
    List<Met> all = new ArrayList<>();
    List<Boolean> both = List.of(false, true);
    for (RecordState state : RecordState.values()) {
      for (boolean retryable : both) {
        for (boolean expired : both) {
          for (boolean leaseDead : both) {
            both.forEach(other -> all.add(new Met(state, retryable, expired, leaseDead, other)));
          }
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everyRecord")
  void everyRecordMeetsExactlyTheDecisionOfTheTable(Met met) {
    List<Line> lines = TABLE.stream().filter(line -> line.covers(met)).toList();
    assertThat(lines).hasSize(1);
    assertThat(Verdict.on(stored(met, REQUEST), callFor(met))).isEqualTo(lines.get(0).verdict());
  }

  @Test
  void theTableHasEveryRecord() {
    assertThat(everyRecord()).hasSize(48);
  }

  @ParameterizedTest
  @MethodSource("everyRecord")
  @DisplayName("P2: an unknown fingerprint version fails closed, unless the record has expired")
  void anUnknownVersionFailsClosed(Met met) {
    StoredRecord record = stored(met, Fingerprint.of(99, REQUEST.digest()));
    if (met.expired() && met.state() != RecordState.IN_PROGRESS) {
      assertThat(Verdict.on(record, callFor(met))).isEqualTo(Verdict.REPLACE);
    } else {
      assertThatThrownBy(() -> Verdict.on(record, callFor(met)))
          .isInstanceOf(UnreadableRecordException.class)
          .hasMessageContaining("99");
    }
  }

  private Call callFor(Met met) {
    return callWith(met.other() ? OTHER_REQUEST : REQUEST);
  }

  private StoredRecord stored(Met met, Fingerprint fingerprint) {
    Duration left = met.leaseDead() ? Duration.ZERO : Duration.ofNanos(1000);
    Duration expiresIn = met.expired() ? Duration.ZERO : Duration.ofHours(1);
    return new StoredRecord(
        new Fence(id, 1, UUID.randomUUID()),
        UUID.randomUUID(),
        met.state(),
        met.retryable(),
        fingerprint,
        new Timing(Instant.EPOCH, left, met.expired(), expiresIn),
        null);
  }
}
