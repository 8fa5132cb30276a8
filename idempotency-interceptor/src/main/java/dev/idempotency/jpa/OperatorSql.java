// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/** The statements of {@link JpaOperatorStore}, on a record that their transaction has locked. */
final class OperatorSql {

  /** Ids in one text, commas between. */
  private static final String AMONG =
      "IN (SELECT cast(wanted.id as uuid) FROM unnest(string_to_array(cast(?1 as text), ','))"
          + " AS wanted (id))";

  static final Statement DETAILS =
      new Statement(
          "Reading records for an operator",
          """
          SELECT cast(record.id AS text) AS id,
                 operation AS operation,
                 scope AS scope,
                 status AS status,
                 retryable AS retryable,
                 attempt AS attempt,
                 owner_node AS owner_node,
                 recovery_point AS recovery_point,
                 cast(extract(epoch FROM first_seen) * 1000000 AS bigint) AS first_seen_micros,
                 cast(extract(epoch FROM claimed) * 1000000 AS bigint) AS claimed_micros,
                 cast(extract(epoch FROM greatest(record.lease_until, lease.lease_until)
                                         - clock_timestamp()) * 1000000 AS bigint)
                   AS lease_left_micros,
                 cast(extract(epoch FROM finished) * 1000000 AS bigint) AS finished_micros,
                 cast(extract(epoch FROM expires) * 1000000 AS bigint) AS expires_micros,
                 outcome_kind AS outcome_kind,
                 failure_type AS failure_type
            FROM idempotency_record AS record
            LEFT JOIN idempotency_lease AS lease
              ON lease.record_id = record.id AND lease.claim_token = record.claim_token
           WHERE record.id %s
           ORDER BY first_seen DESC, record.id DESC"""
              .formatted(AMONG));

  static final Statement STEPS =
      new Statement(
          "Reading the steps of records for an operator",
          """
          SELECT cast(record AS text) AS record,
                 name AS name,
                 kind AS kind,
                 state AS state,
                 cast(extract(epoch FROM begun) * 1000000 AS bigint) AS begun_micros,
                 cast(extract(epoch FROM finished) * 1000000 AS bigint) AS finished_micros
            FROM idempotency_step
           WHERE record %s
           ORDER BY record, position"""
              .formatted(AMONG));

  /**
   * Walks the index of one operation backwards, or that of each: their names are found by as many
   * probes. Of every operation no more is read than may be looked at in all.
   */
  static final Statement LIST =
      new Statement(
          "Listing records for an operator",
          """
          WITH RECURSIVE clock AS MATERIALIZED (SELECT clock_timestamp() AS instant),
          operation (name) AS (
            SELECT coalesce(cast(?1 as text), (SELECT min(operation) FROM idempotency_record))
             UNION ALL
            SELECT (SELECT min(record.operation)
                      FROM idempotency_record AS record
                     WHERE record.operation > operation.name)
              FROM operation
             WHERE operation.name IS NOT NULL
               AND cast(?1 as text) IS NULL),
          examined AS (
            SELECT newest.*, row_number() OVER (ORDER BY first_seen DESC, id DESC) AS place
              FROM (SELECT record.*
                      FROM clock
                     CROSS JOIN operation
                     CROSS JOIN LATERAL
                           (SELECT id, first_seen, status, outcome_kind, claim_token, lease_until
                              FROM idempotency_record AS candidate
                             WHERE candidate.operation = operation.name
                               AND candidate.first_seen
                                   >= coalesce(cast(?2 as timestamptz),
                                               clock.instant - cast(?3 as interval))
                               AND (candidate.first_seen, candidate.id)
                                   < (coalesce(cast(?4 as timestamptz), 'infinity'),
                                      coalesce(cast(?5 as uuid),
                                               'ffffffff-ffff-ffff-ffff-ffffffffffff'))
                             ORDER BY candidate.first_seen DESC, candidate.id DESC
                             LIMIT cast(?6 as integer)) AS record
                     ORDER BY record.first_seen DESC, record.id DESC
                     LIMIT cast(?6 as integer)) AS newest)
          SELECT cast(id AS text) AS id,
                 cast(extract(epoch FROM first_seen) * 1000000 AS bigint) AS first_seen_micros,
                 matches AS matches,
                 place = cast(?6 as integer) AS last
            FROM (SELECT examined.id,
                         first_seen,
                         place,
                         (cast(?7 as text) IS NULL OR status = cast(?7 as text))
                         AND (NOT cast(?8 as boolean)
                              OR coalesce(outcome_kind = cast(?9 as text), false)
                              OR (status = cast(?10 as text)
                                  AND lease_until <= clock.instant
                                  AND NOT EXISTS
                                      (SELECT 1
                                         FROM idempotency_lease AS lease
                                        WHERE lease.record_id = examined.id
                                          AND lease.claim_token = examined.claim_token
                                          AND lease.lease_until > clock.instant))) AS matches
                    FROM clock
                   CROSS JOIN examined) AS judged
           WHERE matches OR place = cast(?6 as integer)
           ORDER BY first_seen DESC, judged.id DESC
           LIMIT cast(?11 as integer)""");

  static final Statement AUDIT =
      new Statement(
          "Writing the audit log",
          """
          INSERT INTO idempotency_audit
                 (acted, record, attempt, forced, operation, scope, status, outcome_kind,
                  who, action, step, reason)
          SELECT clock_timestamp(), id, attempt, cast(?2 as boolean), operation, scope, status,
                 outcome_kind, cast(?3 as text), cast(?4 as text), cast(?5 as text),
                 cast(?6 as text)
            FROM idempotency_record
           WHERE id = cast(?1 as uuid)""");

  static final Statement ACTIONS =
      new Statement(
          "Reading the audit log",
          """
          SELECT cast(extract(epoch FROM acted) * 1000000 AS bigint) AS acted_micros,
                 who AS who,
                 action AS action,
                 step AS step,
                 attempt AS attempt,
                 forced AS forced,
                 reason AS reason
            FROM idempotency_audit
           WHERE record = cast(?1 as uuid)
           ORDER BY id DESC
           LIMIT cast(?2 as integer)""");

  /** Without a result the step had no effect. */
  static final Statement RESOLVE_STEP =
      new Statement(
          "Resolving a step",
          """
          UPDATE idempotency_step
             SET state = cast(?4 as text),
                 result = cast(?5 as bytea),
                 finished = CASE WHEN cast(?5 as bytea) IS NOT NULL THEN clock_timestamp() END
           WHERE record = cast(?1 as uuid)
             AND name = cast(?2 as text)
             AND state = cast(?3 as text)""");

  private static final String AS_SEEN =
      """
      id = cast(?1 as uuid)
         AND attempt = cast(?2 as bigint)
         AND claim_token = cast(?3 as uuid)
         AND status = cast(?4 as text)""";

  static final Statement GIVE_BACK =
      new Statement(
          "Giving a record back for an operator",
          """
          UPDATE idempotency_record
             SET status = cast(?5 as text),
                 attempt = attempt + 1,
                 claim_token = cast(?6 as uuid),
                 retryable = true,
                 finished = clock_timestamp(),
                 expires = CASE WHEN NOT EXISTS (SELECT 1
                                                   FROM idempotency_step
                                                  WHERE record = cast(?1 as uuid)
                                                    AND state <> cast(?8 as text))
                                THEN clock_timestamp() + cast(cast(?7 as text) as interval) END,
                 outcome_kind = NULL,
                 response_status = NULL,
                 response_headers = NULL,
                 media_type = NULL,
                 body = NULL,
                 failure_type = NULL,
                 failure_message = NULL
           WHERE %s"""
              .formatted(AS_SEEN));

  static final Statement RESOLVE =
      new Statement(
          "Resolving a record",
          """
          UPDATE idempotency_record
             SET status = cast(?5 as text),
                 attempt = attempt + 1,
                 claim_token = cast(?6 as uuid),
                 retryable = false,
                 finished = clock_timestamp(),
                 expires = clock_timestamp() + cast(cast(?7 as text) as interval),
                 outcome_kind = cast(?8 as text),
                 response_status = nullif(cast(?9 as integer), 0),
                 response_headers = NULL,
                 media_type = cast(?10 as text),
                 body = cast(?11 as bytea),
                 failure_type = NULL,
                 failure_message = NULL
           WHERE %s"""
              .formatted(AS_SEEN));

  private OperatorSql() {}
}
