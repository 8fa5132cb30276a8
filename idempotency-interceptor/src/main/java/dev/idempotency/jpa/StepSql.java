// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * The statements of {@link JpaStepStore}. Parameters 1 to 4 are the fence: id, attempt, token and
 * state; 5 and 6 the place: position and name; 7 is the state that the step gets.
 */
final class StepSql {

  private static final String FENCE =
      """
      id = cast(?1 as uuid)
                      AND attempt = cast(?2 as bigint)
                      AND claim_token = cast(?3 as uuid)
                      AND status = cast(?4 as text)""";

  /** Moves the recovery point of the owned record, which locks it. */
  private static final String MOVED =
      """
      WITH owned AS (UPDATE idempotency_record
                        SET recovery_point = cast(?6 as text)
                      WHERE %s
                  RETURNING id, life)"""
          .formatted(FENCE);

  private static final String LOCKED =
      """
      WITH owned AS (SELECT id, life
                       FROM idempotency_record
                      WHERE %s
                        FOR NO KEY UPDATE)"""
          .formatted(FENCE);

  static final Statement RECORDED =
      new Statement(
          "Reading the steps of a record",
          """
          SELECT step.position AS position,
                 step.name AS name,
                 step.kind AS kind,
                 step.state AS state,
                 cast(extract(epoch FROM clock_timestamp() - step.begun) * 1000000 AS bigint)
                   AS age_micros,
                 step.result AS result
            FROM idempotency_step AS step
            JOIN idempotency_record AS record ON record.id = step.record AND record.life = step.life
           WHERE step.record = cast(?1 as uuid)
           ORDER BY step.position""");

  /** A phase that was tried before has its row already. */
  static final Statement COMPLETE_PHASE =
      new Statement(
          "Storing a phase",
          MOVED
              + """

              INSERT INTO idempotency_step
                     (record, life, position, name, state, kind, begun, finished, result)
              SELECT id, life, cast(?5 as integer), cast(?6 as text), cast(?7 as text),
                     cast(?8 as text), clock_timestamp(), clock_timestamp(), cast(?9 as bytea)
                FROM owned
                  ON CONFLICT (record, position) DO UPDATE
                 SET state = excluded.state, finished = excluded.finished,
                     result = excluded.result""");

  static final Statement BEGIN =
      new Statement(
          "Storing the begin of a step",
          """
          WITH owned AS (UPDATE idempotency_record
                            SET lease_until = clock_timestamp() + cast(?10 as interval)
                          WHERE %s
                      RETURNING id, life)
          INSERT INTO idempotency_step
                 (record, life, position, name, state, kind, begun)
          SELECT id, life, cast(?5 as integer), cast(?6 as text), cast(?7 as text),
                 cast(?8 as text), clock_timestamp()
            FROM owned
              ON CONFLICT (record, position) DO UPDATE
             SET state = excluded.state,
                 -- The first begin counts, since the other side remembers from there.
                 begun = CASE WHEN idempotency_step.state = cast(?9 as text)
                              THEN excluded.begun ELSE idempotency_step.begun END"""
              .formatted(FENCE));

  static final Statement FINISH =
      new Statement(
          "Storing the result of a step",
          MOVED
              + """

              UPDATE idempotency_step
                 SET state = cast(?7 as text), finished = clock_timestamp(),
                     result = cast(?9 as bytea)
                FROM owned
               WHERE record = owned.id
                 AND position = cast(?5 as integer)
                 AND state = cast(?8 as text)""");

  static final Statement MARK_NOT_DONE =
      new Statement(
          "Storing that a step had no effect",
          LOCKED
              + """

              INSERT INTO idempotency_step
                     (record, life, position, name, state, kind, begun)
              SELECT id, life, cast(?5 as integer), cast(?6 as text), cast(?7 as text),
                     cast(?8 as text), clock_timestamp()
                FROM owned
                  ON CONFLICT (record, position) DO UPDATE
                 SET state = excluded.state
               WHERE idempotency_step.state <> cast(?9 as text)""");

  /** Without a fence, which was lost; nothing reads it but people. */
  static final Statement KEEP_EVIDENCE =
      new Statement(
          "Keeping the late result of a step",
          """
          INSERT INTO idempotency_step_evidence (record, attempt, name, result, kept)
          SELECT id, cast(?2 as bigint), cast(?3 as text), cast(?4 as bytea), clock_timestamp()
            FROM idempotency_record
           WHERE id = cast(?1 as uuid)""");

  private StepSql() {}
}
