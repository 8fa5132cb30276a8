// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * The statements of {@link JpaPurgeStore}, written as those of {@link RecordSql}. Instants are
 * microseconds of the epoch. What bounds a walk is computed by a sub-select: a volatile function
 * beside the column could not bound a walk of the index.
 */
final class PurgeSql {

  private static final String INSTANT =
      "(timestamptz 'epoch' + cast(?%d as bigint) * interval '1 microsecond')";

  private static final String WINDOW =
      "operation = cast(?1 as text) AND first_seen > %s AND first_seen <= %s"
          .formatted(INSTANT.formatted(2), INSTANT.formatted(3));

  /** One probe of the index for each name. */
  static final Statement OPERATIONS =
      new Statement(
          "Naming the operations that have records",
          """
          WITH RECURSIVE operation (name) AS (
            SELECT min(operation) FROM idempotency_record WHERE operation > cast(?1 as text)
             UNION ALL
            SELECT (SELECT min(record.operation)
                      FROM idempotency_record AS record
                     WHERE record.operation > operation.name)
              FROM operation
             WHERE operation.name IS NOT NULL)
          SELECT name AS name
            FROM operation
           WHERE name IS NOT NULL
           LIMIT cast(?2 as integer)""");

  static final Statement WINDOW_END =
      new Statement(
          "Finding what to purge next",
          """
          SELECT cast(extract(epoch FROM max(first_seen)) * 1000000 AS bigint) AS micros
            FROM (SELECT first_seen
                    FROM idempotency_record
                   WHERE operation = cast(?1 as text)
                     AND first_seen > %s
                     AND first_seen <= (SELECT clock_timestamp() - cast(?3 as interval))
                   ORDER BY first_seen
                   LIMIT cast(?4 as integer)) AS batch"""
              .formatted(INSTANT.formatted(2)));

  /** Judged again after the lock: somebody may have begun a new life meanwhile. */
  static final Statement DELETE_EXPIRED =
      new Statement(
          "Deleting expired records",
          """
          WITH expired AS MATERIALIZED (
            SELECT id
              FROM idempotency_record
             WHERE %s
               AND status <> cast(?4 as text)
               AND expires <= clock_timestamp()
               AND (SELECT pg_try_advisory_xact_lock(cast(?5 as bigint)))
               FOR UPDATE SKIP LOCKED)
          DELETE FROM idempotency_record AS record
           USING expired
           WHERE record.id = expired.id
             AND record.status <> cast(?4 as text)
             AND record.expires <= clock_timestamp()"""
              .formatted(WINDOW));

  static final Statement LOCK_ABANDONED =
      new Statement(
          "Locking records that nobody came back for",
          """
          SELECT cast(id AS text) AS id
            FROM idempotency_record
           WHERE %s
             AND ((status = cast(?4 as text)
                   AND lease_until <= clock_timestamp() - cast(?6 as interval))
                  OR (status = cast(?5 as text)
                      AND retryable
                      AND expires IS NULL
                      AND finished <= clock_timestamp() - cast(?6 as interval)))
             FOR UPDATE SKIP LOCKED"""
              .formatted(WINDOW));

  /** A renewal that committed before the lock shows in a statement that begins after it (P30). */
  private static final String STILL_ABANDONED =
      """
      id IN (SELECT cast(locked.id as uuid)
                      FROM unnest(string_to_array(cast(?1 as text), ',')) AS locked (id))
             AND NOT EXISTS
                 (SELECT 1
                    FROM idempotency_lease AS lease
                   WHERE lease.record_id = record.id
                     AND lease.claim_token = record.claim_token
                     AND lease.lease_until > clock_timestamp() - cast(?4 as interval))""";

  private static final String MAY_HAVE_TAKEN_EFFECT =
      """
      EXISTS (SELECT 1
                       FROM idempotency_step AS step
                      WHERE step.record = record.id
                        AND step.state <> cast(?6 as text))""";

  static final Statement GIVE_BACK =
      new Statement(
          "Giving abandoned records back",
          """
          UPDATE idempotency_record AS record
             SET status = cast(?2 as text),
                 retryable = true,
                 finished = clock_timestamp(),
                 expires = clock_timestamp() + cast(?4 as interval),
                 attempt = attempt + 1,
                 claim_token = cast(?5 as uuid)
           WHERE %s
             AND status = cast(?3 as text)
             AND NOT %s"""
              .formatted(STILL_ABANDONED, MAY_HAVE_TAKEN_EFFECT));

  static final Statement END_UNKNOWN =
      new Statement(
          "Ending abandoned records whose effect nobody knows",
          """
          UPDATE idempotency_record AS record
             SET status = cast(?2 as text),
                 retryable = false,
                 finished = clock_timestamp(),
                 expires = NULL,
                 attempt = attempt + 1,
                 claim_token = cast(?5 as uuid),
                 outcome_kind = cast(?7 as text),
                 failure_type = cast(?8 as text),
                 failure_message = cast(?9 as text)
           WHERE %s
             AND (status = cast(?3 as text) OR retryable)
             AND %s"""
              .formatted(STILL_ABANDONED, MAY_HAVE_TAKEN_EFFECT));

  private PurgeSql() {}
}
