// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.StepsChangedException;
import dev.idempotency.protocol.StoredStep.Kind;
import dev.idempotency.protocol.StoredStep.Place;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The order of one attempt's steps, held against the order that earlier attempts recorded (P35).
 */
final class StepOrder {

  /** A step that is taken, and what an earlier attempt recorded of it. */
  record Taken(Place place, Kind kind, Optional<StoredStep> known) {}

  private static final int MAX_NAME_LENGTH = 100;

  /** Where a life stands before its first step and after its last one. */
  private static final Set<String> RESERVED = Set.of("started", "finished");

  private final RecordId id;
  private final List<StoredStep> recorded;
  private final Set<String> names = new HashSet<>();
  private int passed;
  private int nextPosition;

  StepOrder(RecordId id, List<StoredStep> recorded) {
    this.id = id;
    this.recorded = recorded;
    this.nextPosition =
        recorded.isEmpty() ? 0 : recorded.get(recorded.size() - 1).place().position() + 1;
  }

  /**
   * Checks a step's name.
   *
   * @throws IllegalArgumentException if it is not legal
   */
  static void requireLegal(String name) {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH) {
      throw new IllegalArgumentException(
          "A step's name has 1 to %d characters, this one has %d"
              .formatted(MAX_NAME_LENGTH, name.length()));
    }
    if (RESERVED.contains(name)) {
      throw new IllegalArgumentException(
          "'%s' is reserved for the ends of a call; name the step otherwise".formatted(name));
    }
  }

  /**
   * Takes the next step.
   *
   * @throws IllegalArgumentException if its name was used before
   * @throws StepsChangedException if an earlier attempt recorded another step here
   */
  Taken take(String name, Kind kind) {
    if (!names.add(name)) {
      throw new IllegalArgumentException(
          "Step '%s' was taken before in this call; give each step a name of its own"
              .formatted(name));
    }
    StoredStep known = nextRecorded();
    if (known == null) {
      return new Taken(new Place(nextPosition++, name), kind, Optional.empty());
    }
    if (!known.place().name().equals(name) || known.kind() != kind) {
      throw changed("%s '%s'".formatted(kind, name), known);
    }
    passed++;
    return new Taken(known.place(), kind, Optional.of(known));
  }

  private @Nullable StoredStep nextRecorded() {
    return passed < recorded.size() ? recorded.get(passed) : null;
  }

  /**
   * Checks that no recorded step is left out.
   *
   * @throws StepsChangedException if one is
   */
  void requireAtEnd() {
    StoredStep left = nextRecorded();
    if (left != null) {
      throw changed("its end", left);
    }
  }

  private StepsChangedException changed(String now, StoredStep known) {
    return new StepsChangedException(
        ("Record %s came to %s, where an earlier attempt recorded %s '%s'. Nothing was stored;"
                + " deploy the code that recorded it, or resolve the record")
            .formatted(id, now, known.kind(), known.place().name()),
        id.value());
  }
}
