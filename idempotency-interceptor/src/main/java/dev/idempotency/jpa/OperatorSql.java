// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/** The statements of {@link JpaOperatorStore}, on a record that their transaction has locked. */
final class OperatorSql {

  static final Statement DETAILS =
      new Statement(
          "Reading a record for an operator",
          """
          SELECT operation AS operation,
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
           WHERE record.id = cast(?1 as uuid)""");

  static final Statement STEPS =
      new Statement(
          "Reading the steps of a record for an operator",
          """
          SELECT name AS name,
                 kind AS kind,
                 state AS state,
                 cast(extract(epoch FROM begun) * 1000000 AS bigint) AS begun_micros,
                 cast(extract(epoch FROM finished) * 1000000 AS bigint) AS finished_micros
            FROM idempotency_step
           WHERE record = cast(?1 as uuid)
           ORDER BY position""");

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
