// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * The statements of {@link JpaRecordStore}, for PostgreSQL 14 and later. Parameters are positional
 * and each is cast, so that both providers bind them and nulls alike; a parameter that may be null
 * is cast to {@code text} or {@code bytea} first, the only types that every provider's null
 * converts to. Names of states and kinds are parameters.
 */
final class RecordSql {

  /** The claim as it must still be: parameters 1 to 4 are id, attempt, token and state. */
  private static final String FENCE =
      """
      id = cast(?1 as uuid)
         AND attempt = cast(?2 as bigint)
         AND claim_token = cast(?3 as uuid)
         AND status = cast(?4 as text)""";

  /**
   * The fence without waiting: no row where somebody holds it. The lock is on the latest version,
   * for which PostgreSQL has judged the fence anew, so that the statement around it finds it as is.
   */
  private static final String FENCE_UNLESS =
      """
      id = (SELECT id
                     FROM idempotency_record
                    WHERE %s
                      FOR %%s SKIP LOCKED)"""
          .formatted(FENCE.indent(13).strip());

  /** For a change: the owner's own renewal that is under way is no obstacle. */
  private static final String FENCE_UNLESS_HELD = FENCE_UNLESS.formatted("NO KEY UPDATE");

  /** For a deletion. */
  private static final String FENCE_UNLESS_LOCKED = FENCE_UNLESS.formatted("UPDATE");

  /** The outcome: parameters 5 to 13. */
  private static final String OUTCOME =
      """
      status = cast(?5 as text),
             retryable = false,
             finished = clock_timestamp(),
             expires = clock_timestamp() + cast(cast(?6 as text) as interval),
             outcome_kind = cast(?7 as text),
             response_status = nullif(cast(?8 as integer), 0),
             response_headers = cast(?9 as text),
             media_type = cast(?10 as text),
             body = cast(?11 as bytea),
             failure_type = cast(?12 as text),
             failure_message = cast(?13 as text)""";

  private static final String NO_OUTCOME =
      """
      retryable = false,
             finished = NULL,
             expires = NULL,
             outcome_kind = NULL,
             response_status = NULL,
             response_headers = NULL,
             media_type = NULL,
             body = NULL,
             failure_type = NULL,
             failure_message = NULL""";

  /** The lease and where it comes from; in the order in which {@link RecordRow} reads them. */
  private static final String RECORD =
      """
      SELECT record.attempt AS attempt,
             cast(record.claim_token AS text) AS claim_token,
             cast(record.life AS text) AS life,
             record.status AS status,
             record.retryable AS retryable,
             record.fingerprint_version AS fingerprint_version,
             record.fingerprint AS fingerprint,
             cast(extract(epoch FROM record.started) * 1000000 AS bigint) AS started_micros,
             cast(extract(epoch FROM %s - clock.instant) * 1000000 AS bigint)
               AS lease_left_micros,
             coalesce(record.expires <= clock.instant, false) AS expired,
             CASE WHEN isfinite(record.expires)
                  THEN cast(extract(epoch FROM record.expires - clock.instant) * 1000000 AS bigint)
             END AS expires_in_micros,
             record.outcome_kind AS outcome_kind,
             coalesce(record.response_status, 0) AS response_status,
             record.response_headers AS response_headers,
             record.media_type AS media_type,
             record.body AS body,
             record.failure_type AS failure_type,
             record.failure_message AS failure_message
        FROM (SELECT clock_timestamp() AS instant) AS clock
       CROSS JOIN idempotency_record AS record%s
       WHERE record.id = cast(?1 as uuid)""";

  /**
   * One statement for the common case: the sub-select limits the wait before the row is tried, and
   * is neither flattened nor dropped because its functions are volatile. The plain read keeps the
   * insert away from a record whose owner has written but not committed (P5).
   */
  static final Statement INSERT =
      new Statement(
          "Claiming a new record",
          """
          INSERT INTO idempotency_record
                 (id, operation, scope, fingerprint_version, fingerprint, status, attempt,
                  claim_token, life, owner_node, first_seen, started, claimed, lease_until,
                  retryable)
          SELECT cast(?1 as uuid), cast(?2 as text), cast(?3 as text), cast(?4 as integer),
                 cast(?5 as bytea), cast(?6 as text), 1, cast(?7 as uuid), cast(?8 as uuid),
                 cast(?9 as text), clock.instant, clock.instant, clock.instant,
                 clock.instant + cast(?10 as interval), false
            FROM (SELECT set_config('lock_timeout', '1s', true) AS lock_timeout,
                         clock_timestamp() AS instant) AS clock
           WHERE NOT EXISTS (SELECT 1 FROM idempotency_record WHERE id = cast(?1 as uuid))
              ON CONFLICT DO NOTHING""");

  /**
   * Nobody waits: who finds the lock taken inserts nothing, and who has it finds no uncommitted row
   * (P40). The lock ends with the transaction, and costs no table.
   */
  private static final String ALONE = "pg_try_advisory_xact_lock(cast(?%d as bigint))";

  static final Statement INSERT_ALONE =
      new Statement(
          "Claiming a new record in its work's transaction",
          """
          INSERT INTO idempotency_record
                 (id, operation, scope, fingerprint_version, fingerprint, status, attempt,
                  claim_token, life, owner_node, first_seen, started, claimed, lease_until,
                  retryable)
          SELECT cast(?1 as uuid), cast(?2 as text), cast(?3 as text), cast(?4 as integer),
                 cast(?5 as bytea), cast(?6 as text), 1, cast(?7 as uuid), cast(?8 as uuid),
                 cast(?9 as text), clock.instant, clock.instant, clock.instant,
                 clock.instant + cast(?10 as interval), false
            FROM (SELECT clock_timestamp() AS instant) AS clock
           WHERE NOT EXISTS (SELECT 1 FROM idempotency_record WHERE id = cast(?1 as uuid))
             AND %s
              ON CONFLICT DO NOTHING"""
              .formatted(ALONE.formatted(11)));

  /** The lease is the later of the record's own and the one that its claim was renewed by. */
  static final Statement READ =
      new Statement(
          "Reading a record",
          RECORD.formatted(
              "greatest(record.lease_until, lease.lease_until)",
              """

                LEFT JOIN idempotency_lease AS lease
                  ON lease.record_id = record.id
                 AND lease.claim_token = record.claim_token"""));

  /** The lease is the record's own: another table is seen as of before the lock (P30). */
  static final Statement LOCK =
      new Statement(
          "Locking a record",
          RECORD.formatted("record.lease_until", "") + "\n   FOR UPDATE OF record SKIP LOCKED");

  static final Statement REPLACE_EXPIRED =
      new Statement(
          "Claiming an expired record",
          """
          UPDATE idempotency_record
             SET status = cast(?5 as text),
                 attempt = attempt + 1,
                 claim_token = cast(?6 as uuid),
                 owner_node = cast(?7 as text),
                 claimed = clock_timestamp(),
                 lease_until = clock_timestamp() + cast(?8 as interval),
                 life = cast(?9 as uuid),
                 started = clock_timestamp(),
                 fingerprint_version = cast(?10 as integer),
                 fingerprint = cast(?11 as bytea),
                 recovery_point = NULL,
                 %s
           WHERE %s"""
              .formatted(NO_OUTCOME, FENCE));

  static final Statement REPLACE_EXPIRED_ALONE =
      new Statement(
          "Claiming an expired record in its work's transaction",
          REPLACE_EXPIRED.sql() + "\n   AND " + ALONE.formatted(12));

  static final Statement DELETE_STEPS =
      new Statement(
          "Deleting the steps of an expired life",
          "DELETE FROM idempotency_step WHERE record = cast(?1 as uuid)");

  static final Statement CLAIM_AGAIN =
      new Statement(
          "Claiming a record again",
          """
          UPDATE idempotency_record
             SET status = cast(?5 as text),
                 attempt = attempt + 1,
                 claim_token = cast(?6 as uuid),
                 owner_node = cast(?7 as text),
                 claimed = clock_timestamp(),
                 lease_until = clock_timestamp() + cast(?8 as interval),
                 %s
           WHERE %s"""
              .formatted(NO_OUTCOME, FENCE));

  static final Statement CLAIM_AGAIN_ALONE =
      new Statement(
          "Claiming a record again in its work's transaction",
          CLAIM_AGAIN.sql() + "\n   AND " + ALONE.formatted(9));

  /** The last condition holds only within a transaction that has written before (P19). */
  static final Statement STORE_OUTCOME =
      new Statement(
          "Storing an outcome",
          """
          UPDATE idempotency_record
             SET %s
           WHERE %s
             AND pg_current_xact_id_if_assigned() IS NOT NULL"""
              .formatted(OUTCOME, FENCE));

  /** Makes the transaction one that has written; in none, that of this statement alone. */
  static final Statement ASSIGN_TRANSACTION_ID =
      new Statement(
          "Assigning a transaction id",
          "SELECT cast(pg_current_xact_id() AS text) AS transaction_id");

  static final Statement MARK_REFUSED =
      new Statement(
          "Storing a refusal",
          """
          UPDATE idempotency_record
             SET %s
           WHERE %s"""
              .formatted(OUTCOME, FENCE_UNLESS_HELD));

  static final Statement MARK_RETRYABLE =
      new Statement(
          "Giving a record back",
          """
          UPDATE idempotency_record
             SET status = cast(?5 as text),
                 retryable = true,
                 finished = clock_timestamp(),
                 -- What may have taken effect must not be forgotten (P38).
                 expires = CASE WHEN NOT EXISTS (SELECT 1
                                                   FROM idempotency_step
                                                  WHERE record = cast(?1 as uuid)
                                                    AND state <> cast(?7 as text))
                                THEN clock_timestamp() + cast(cast(?6 as text) as interval) END
           WHERE %s"""
              .formatted(FENCE_UNLESS_HELD));

  static final Statement DELETE =
      new Statement(
          "Deleting an undone claim",
          """
          DELETE FROM idempotency_record
           WHERE %s"""
              .formatted(FENCE_UNLESS_LOCKED));

  private RecordSql() {}
}
