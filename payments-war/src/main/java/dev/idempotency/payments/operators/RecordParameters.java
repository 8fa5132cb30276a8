// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.RecordQuery;
import dev.idempotency.RecordQuery.Position;
import dev.idempotency.payments.http.Problem;
import jakarta.ws.rs.BadRequestException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a list, as they were sent; null where they were left out.
 *
 * @param operation the only operation
 * @param status the only state
 * @param stuck {@code true} or {@code false}
 * @param since an instant, or a duration back from now; both in ISO 8601
 * @param after where the page before ended
 */
record RecordParameters(
    @Nullable String operation,
    @Nullable String status,
    @Nullable String stuck,
    @Nullable String since,
    @Nullable String after) {

  private static final String BETWEEN = "~";

  /** Writes a place so that {@code after} takes it. */
  static String written(Position position) {
    return position.firstSeen() + BETWEEN + position.id();
  }

  /**
   * Reads the parameters.
   *
   * @throws BadRequestException with a problem as its entity if one is wrong
   */
  RecordQuery query() {
    RecordQuery query = RecordQuery.newest();
    query = operation == null ? query : query.ofOperation(operation);
    query = status == null ? query : query.inState(status);
    query = isStuck() ? query.onlyStuck() : query;
    query = since == null ? query : since(query, since);
    return after == null ? query : after(query, after);
  }

  private boolean isStuck() {
    if (stuck == null || stuck.equals("false")) {
      return false;
    }
    if (stuck.equals("true")) {
      return true;
    }
    throw wrong("stuck", "must be true or false", null);
  }

  private static RecordQuery since(RecordQuery query, String text) {
    return read(
        "since",
        "must be an instant such as 2026-12-01T09:30:00Z, from 1970 on, or a duration such as PT1H",
        () ->
            text.startsWith("P")
                ? query.inTheLast(Duration.parse(text))
                : query.since(Instant.parse(text)));
  }

  private static RecordQuery after(RecordQuery query, String text) {
    return read(
        "after",
        "must be next of the page before",
        () -> {
          String[] parts = text.split(BETWEEN, -1);
          if (parts.length != 2) {
            throw new IllegalArgumentException("A place has two parts");
          }
          return query.after(new Position(Instant.parse(parts[0]), UUID.fromString(parts[1])));
        });
  }

  private static RecordQuery read(String name, String expected, Supplier<RecordQuery> reading) {
    try {
      return reading.get();
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw wrong(name, expected, e);
    }
  }

  private static BadRequestException wrong(
      String name, String expected, @Nullable RuntimeException cause) {
    return new BadRequestException(Problem.invalid(name, expected).toResponse().build(), cause);
  }
}
