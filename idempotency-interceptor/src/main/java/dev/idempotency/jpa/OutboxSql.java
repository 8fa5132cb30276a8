// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * The statements of {@link JpaOutboxStore}, written as those of {@link RecordSql}. Several messages
 * or destinations are one text for each of their parts, with a unit separator between.
 */
final class OutboxSql {

  /** Waits, for another transaction that inserts the same id, at most as long as its lock lasts. */
  static final Statement INSERT =
      new Statement(
          "Adding a message",
          """
          INSERT INTO idempotency_outbox
                 (id, created, due, lease_until, claim_token, attempts, state, destination,
                  message_group, media_type, headers, payload)
          SELECT cast(?1 as uuid), clock.instant, clock.instant + cast(?2 as interval),
                 clock.instant, cast(?1 as uuid), 0, cast(?3 as text), cast(?4 as text),
                 cast(?5 as text), cast(?6 as text), cast(?7 as text), cast(?8 as bytea)
            FROM (SELECT clock_timestamp() AS instant) AS clock
              ON CONFLICT (id) DO NOTHING""");

  /**
   * The instant is taken once, as an index is not searched by a volatile function. What is claimed
   * already stays where it is in the index: a claim passes over as much as is under way.
   */
  static final Statement CLAIM =
      new Statement(
          "Claiming messages",
          """
          WITH clock AS MATERIALIZED (
            SELECT clock_timestamp() AS instant
          ), taken AS MATERIALIZED (
            SELECT open.id, wanted.lease
              FROM clock
             CROSS JOIN unnest(string_to_array(cast(?1 as text), chr(31)),
                               string_to_array(cast(?2 as text), chr(31)),
                               string_to_array(cast(?3 as text), chr(31)))
                     AS wanted (destination, most, lease)
             CROSS JOIN LATERAL (
                   SELECT message.id
                     FROM idempotency_outbox AS message
                    WHERE message.destination = wanted.destination
                      AND message.due <= clock.instant
                      AND (message.state = cast(?4 as text)
                           OR message.state = cast(?5 as text)
                              AND message.lease_until <= clock.instant)
                      AND (message.message_group IS NULL
                           OR NOT EXISTS (
                              SELECT 1
                                FROM idempotency_outbox AS earlier
                               WHERE earlier.destination = message.destination
                                 AND earlier.message_group = message.message_group
                                 AND earlier.position < message.position
                                 AND earlier.due IS NOT NULL))
                    ORDER BY message.due
                    LIMIT cast(wanted.most as integer)
                      FOR UPDATE SKIP LOCKED) AS open
          )
          UPDATE idempotency_outbox AS message
             SET state = cast(?5 as text),
                 attempts = message.attempts + 1,
                 claim_token = cast(?6 as uuid),
                 lease_until = clock.instant + cast(taken.lease as interval)
            FROM taken, clock
           WHERE message.id = taken.id
          RETURNING cast(message.id as text) AS id, message.destination AS destination,
                    message.message_group AS message_group, message.attempts AS attempts,
                    message.media_type AS media_type, message.headers AS headers,
                    message.payload AS payload""");

  /** A single empty text is no element at all to string_to_array, hence coalesce. */
  static final Statement SETTLE =
      new Statement(
          "Ending deliveries",
          """
          UPDATE idempotency_outbox AS message
             SET state = ended.state,
                 attempts = cast(ended.attempts as integer),
                 due = clock.instant + cast(nullif(ended.delay, '') as interval),
                 finished = CASE WHEN coalesce(ended.delay, '') = '' THEN clock.instant END,
                 lease_until = clock.instant,
                 last_failure = nullif(ended.failure, '')
            FROM (SELECT clock_timestamp() AS instant) AS clock
           CROSS JOIN unnest(string_to_array(cast(?1 as text), chr(31)),
                             string_to_array(cast(?2 as text), chr(31)),
                             string_to_array(cast(?3 as text), chr(31)),
                             string_to_array(cast(?4 as text), chr(31)),
                             string_to_array(cast(?5 as text), chr(31)),
                             string_to_array(cast(?6 as text), chr(31)))
                   AS ended (id, token, state, attempts, delay, failure)
           WHERE message.id = cast(ended.id as uuid)
             AND message.claim_token = cast(ended.token as uuid)
             AND message.state = cast(?7 as text)""");

  static final Statement PURGE =
      new Statement(
          "Purging messages",
          """
          WITH over AS MATERIALIZED (
            SELECT message.id
              FROM idempotency_outbox AS message
             WHERE message.state = cast(?1 as text)
               AND message.finished <= (SELECT clock_timestamp()) - cast(?2 as interval)
             ORDER BY message.finished
             LIMIT cast(?3 as integer)
               FOR UPDATE SKIP LOCKED
          )
          DELETE FROM idempotency_outbox AS message
           USING over
           WHERE message.id = over.id""");

  private OutboxSql() {}
}
