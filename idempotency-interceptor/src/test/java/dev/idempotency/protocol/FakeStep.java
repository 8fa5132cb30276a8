// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import dev.idempotency.protocol.StoredStep.State;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One step of a {@link FakeRow}. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FakeStep(Place place, Kind kind, State state, Instant begun, byte @Nullable [] result) {

  StoredStep seenAt(Instant now) {
    return new StoredStep(place, kind, state, Duration.between(begun, now), result);
  }
}
