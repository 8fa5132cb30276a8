// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which records {@link IdempotencyRecords#list} shows: those whose key came first within a span,
 * newest first, a page at a time. Start at {@link #newest()} and narrow it. Immutable.
 *
 * @param operation the only operation, or null for all
 * @param state the only state, {@code IN_PROGRESS}, {@code SUCCEEDED} or {@code FAILED}, or null
 *     for all
 * @param stuck whether only keys are shown that somebody should look at, as {@link
 *     RecordDetails.Situation#isStuck} says
 * @param since the beginning of the span, or null for {@code within} before the database's present
 * @param within how far the span goes back where it has no beginning of its own
 * @param limit the longest page, 1 to {@value #MAX_LIMIT}
 * @param after the end of the page before, or null for the first page
 */
public record RecordQuery(
    @Nullable String operation,
    @Nullable String state,
    boolean stuck,
    @Nullable Instant since,
    Duration within,
    int limit,
    @Nullable Position after) {

  /** The longest page. */
  public static final int MAX_LIMIT = 200;

  private static final int DEFAULT_LIMIT = 50;
  private static final Duration DEFAULT_WITHIN = Duration.ofHours(24);
  private static final Duration LONGEST_WITHIN = Duration.ofDays(36_500);
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  /**
   * A place in the list, which no change of a record moves.
   *
   * @param firstSeen when the record's key came first
   * @param id its primary key
   */
  public record Position(Instant firstSeen, UUID id) {

    /**
     * Creates the place.
     *
     * @param firstSeen when the record's key came first
     * @param id its primary key
     * @throws IllegalArgumentException if the time is not between the years 1970 and 9999
     */
    public Position {
      requireStorable(firstSeen);
    }
  }

  /**
   * Creates the query.
   *
   * @param operation the only operation, or null for all
   * @param state the only state, or null for all
   * @param stuck whether only stuck keys are shown
   * @param since the beginning of the span, or null
   * @param within how far the span goes back otherwise
   * @param limit the longest page
   * @param after the end of the page before, or null
   * @throws IllegalArgumentException if the limit is not 1 to {@value #MAX_LIMIT}, {@code within}
   *     not positive and at most 36,500 days, or {@code since} not between the years 1970 and 9999
   */
  public RecordQuery {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "A page has 1 to %d records, not %d".formatted(MAX_LIMIT, limit));
    }
    if (within.isZero() || within.isNegative() || within.compareTo(LONGEST_WITHIN) > 0) {
      throw new IllegalArgumentException(
          "A list goes back for a positive time of at most %s, not %s"
              .formatted(LONGEST_WITHIN, within));
    }
    if (since != null) {
      requireStorable(since);
    }
  }

  private static void requireStorable(Instant time) {
    if (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST)) {
      throw new IllegalArgumentException(
          "A time lies between %s and %s, not at %s".formatted(Instant.EPOCH, LATEST, time));
    }
  }

  /**
   * All records whose keys came first in the last 24 hours, 50 a page.
   *
   * @return the query
   */
  public static RecordQuery newest() {
    return new RecordQuery(null, null, false, null, DEFAULT_WITHIN, DEFAULT_LIMIT, null);
  }

  /**
   * Shows one operation only.
   *
   * @param name the operation
   * @return the narrower query
   */
  public RecordQuery ofOperation(String name) {
    return new RecordQuery(name, state, stuck, since, within, limit, after);
  }

  /**
   * Shows one state only.
   *
   * @param name {@code IN_PROGRESS}, {@code SUCCEEDED} or {@code FAILED}
   * @return the narrower query
   */
  public RecordQuery inState(String name) {
    return new RecordQuery(operation, name, stuck, since, within, limit, after);
  }

  /**
   * Shows only keys that somebody should look at.
   *
   * @return the narrower query
   */
  public RecordQuery onlyStuck() {
    return new RecordQuery(operation, state, true, since, within, limit, after);
  }

  /**
   * Shows keys that came first at this time or later.
   *
   * @param beginning the time
   * @return the query with that span
   * @throws IllegalArgumentException if the time is not between the years 1970 and 9999
   */
  public RecordQuery since(Instant beginning) {
    return new RecordQuery(operation, state, stuck, beginning, within, limit, after);
  }

  /**
   * Shows keys that came first in the last so much time, by the database's clock.
   *
   * @param span a positive time of at most 36,500 days
   * @return the query with that span
   * @throws IllegalArgumentException if the time is anything else
   */
  public RecordQuery inTheLast(Duration span) {
    return new RecordQuery(operation, state, stuck, null, span, limit, after);
  }

  /**
   * Bounds the page.
   *
   * @param records its longest length, 1 to {@value #MAX_LIMIT}
   * @return the query with that limit
   * @throws IllegalArgumentException if it is anything else
   */
  public RecordQuery limit(int records) {
    return new RecordQuery(operation, state, stuck, since, within, records, after);
  }

  /**
   * Goes on behind a page.
   *
   * @param end {@link RecordPage#next()} of the page before
   * @return the query for the next page
   */
  public RecordQuery after(Position end) {
    return new RecordQuery(operation, state, stuck, since, within, limit, end);
  }
}
