// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;

/**
 * The statements of {@link JpaLeaseStore}, written as those of {@link RecordSql}. Several claims
 * are one text for each of their parts, with commas between.
 */
final class LeaseSql {

  /** Rows dead for longer are nobody's: their node died, or did not come to delete them. */
  private static final String STRAY_AFTER = "1 day";

  /** A tick does not stall on what has gathered; the next ones go on. */
  private static final int MOST_STRAYS = 1000;

  /**
   * The key-share lock passes an outcome that is written but not committed, and is refused by a
   * taker's lock as it refuses one; without it the row would be renewed of a record that is being
   * taken. A row of the same claim is waited for only where its deletion is under way.
   */
  static final Statement RENEW =
      new Statement(
          "Renewing leases",
          """
          INSERT INTO idempotency_lease (record_id, claim_token, lease_until)
          SELECT record.id, record.claim_token,
                 clock.instant + cast(due.stale_after as interval)
            FROM (SELECT set_config('lock_timeout', '1s', true) AS lock_timeout,
                         clock_timestamp() AS instant) AS clock
           CROSS JOIN unnest(string_to_array(cast(?1 as text), ','),
                             string_to_array(cast(?2 as text), ','),
                             string_to_array(cast(?3 as text), ','),
                             string_to_array(cast(?4 as text), ','))
                   AS due (id, attempt, token, stale_after)
            JOIN idempotency_record AS record
              ON record.id = cast(due.id as uuid)
             AND record.attempt = cast(due.attempt as bigint)
             AND record.claim_token = cast(due.token as uuid)
             AND record.status = cast(?5 as text)
             FOR KEY SHARE OF record SKIP LOCKED
              ON CONFLICT (record_id, claim_token)
              DO UPDATE SET lease_until = greatest(idempotency_lease.lease_until,
                                                   excluded.lease_until)""");

  /** What {@link #RENEW} wrote in this very transaction, where it did not write all. */
  static final Statement RENEWED =
      new Statement(
          "Reading which leases were renewed",
          """
          SELECT cast(lease.claim_token AS text) AS claim_token
            FROM unnest(string_to_array(cast(?1 as text), ','),
                        string_to_array(cast(?2 as text), ','))
                   AS due (id, token)
            JOIN idempotency_lease AS lease
              ON lease.record_id = cast(due.id as uuid)
             AND lease.claim_token = cast(due.token as uuid)
           WHERE lease.xmin = cast(pg_current_xact_id() as xid)""");

  static final Statement LEFT =
      new Statement(
          "Reading a renewed lease",
          """
          SELECT cast(extract(epoch FROM lease_until - clock_timestamp()) * 1000000 AS bigint)
                   AS lease_left_micros
            FROM idempotency_lease
           WHERE record_id = cast(?1 as uuid)
             AND claim_token = cast(?2 as uuid)""");

  static final Statement DELETE_DEAD =
      new Statement(
          "Deleting leases of ended calls",
          """
          DELETE FROM idempotency_lease AS lease
           USING unnest(string_to_array(cast(?1 as text), ','),
                        string_to_array(cast(?2 as text), ','))
                   AS ended (id, token)
           WHERE lease.record_id = cast(ended.id as uuid)
             AND lease.claim_token = cast(ended.token as uuid)
             AND lease.lease_until <= clock_timestamp()""");

  static final Statement DELETE_STRAYS =
      new Statement(
          "Deleting leases that nobody came back for",
          """
          WITH stray AS MATERIALIZED (
            SELECT record_id, claim_token
              FROM idempotency_lease
             WHERE lease_until <= clock_timestamp() - cast('%s' as interval)
             LIMIT %d
               FOR UPDATE SKIP LOCKED)
          DELETE FROM idempotency_lease AS lease
           USING stray
           WHERE lease.record_id = stray.record_id
             AND lease.claim_token = stray.claim_token"""
              .formatted(STRAY_AFTER, MOST_STRAYS));

  private LeaseSql() {}
}
