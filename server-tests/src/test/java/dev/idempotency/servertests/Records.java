// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks at the database from outside any transaction of a test. */
final class Records {

  private static final String NEWEST =
      "(SELECT id FROM idempotency_record WHERE operation = ? ORDER BY first_seen DESC LIMIT 1)";

  private final DataSource dataSource;

  Records(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Committed business rows of a label. */
  int rows(String label) {
    return count("SELECT count(*) FROM work_row WHERE label = ?", label);
  }

  /** The ids of the committed business rows of a label. */
  List<String> rowIds(String label) {
    return texts("SELECT id FROM work_row WHERE label = ?", label);
  }

  /** Business rows of a label whose last version was written by the record's transaction. */
  int rowsCommittedWithTheirRecord(String label, String operation) {
    return count(
        "SELECT count(*) FROM work_row t JOIN idempotency_record r"
            + " ON t.xmin::text = r.xmin::text WHERE t.label = ? AND r.operation = ?",
        label,
        operation);
  }

  int inOperation(String operation) {
    return count("SELECT count(*) FROM idempotency_record WHERE operation = ?", operation);
  }

  /** State and retryability of the operation's newest record, such as {@code FAILED retryable}. */
  String newest(String operation) {
    return ofNewest("status || CASE WHEN retryable THEN ' retryable' ELSE '' END", operation);
  }

  /** The attempt that the operation's newest record was claimed for last. */
  long newestAttempt(String operation) {
    return Long.parseLong(ofNewest("attempt", operation));
  }

  /** The stored outcome of the operation's newest record, as text. */
  String newestOutcome(String operation) {
    return ofNewest("convert_from(body, 'UTF8')", operation);
  }

  /** Whether the lease of the operation's newest record has run out, by the database's clock. */
  boolean newestLeaseIsDead(String operation) {
    return leaseOfNewest("lease_left <= interval '0'", operation).equals("true");
  }

  /** How long after its claim the lease of the operation's newest record runs out. */
  Duration newestLease(String operation) {
    String millis = "cast(extract(epoch FROM lease_until - claimed) * 1000 AS bigint)";
    return Duration.ofMillis(Long.parseLong(leaseOfNewest(millis, operation)));
  }

  /** How many renewed leases of an operation's claims are kept. */
  int renewedLeases(String operation) {
    return count(
        "SELECT count(*) FROM idempotency_lease l JOIN idempotency_record r ON r.id = l.record_id"
            + " WHERE r.operation = ?",
        operation);
  }

  /** Of the lease that counts: the record's own or a renewed one. */
  private String leaseOfNewest(String expression, String operation) {
    return texts(
            "SELECT CAST("
                + expression
                + " AS text) FROM idempotency_record_readable WHERE operation = ?"
                + " ORDER BY first_seen DESC LIMIT 1",
            operation)
        .get(0);
  }

  /** When the life of the operation's newest record started. */
  Instant newestStarted(String operation) {
    String microseconds = "cast(extract(epoch FROM started) * 1000000 AS bigint)";
    return Instant.EPOCH.plus(Long.parseLong(ofNewest(microseconds, operation)), ChronoUnit.MICROS);
  }

  /** The number that the database gives to the next transaction that writes. */
  long nextTransaction() {
    return Long.parseLong(texts("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").get(0));
  }

  /** When the operation's newest record expires, or {@code none}. */
  String newestExpires(String operation) {
    return ofNewest("coalesce(CAST(expires AS text), 'none')", operation);
  }

  String newestRecoveryPoint(String operation) {
    return ofNewest("coalesce(recovery_point, 'none')", operation);
  }

  /** Names and states of the steps of the operation's newest record, in order. */
  List<String> newestSteps(String operation) {
    return texts(
        "SELECT name || ' ' || state FROM idempotency_step WHERE record = "
            + NEWEST
            + " ORDER BY position",
        operation);
  }

  /** Attempts and names of the late results of the operation's newest record. */
  List<String> newestEvidence(String operation) {
    return texts(
        "SELECT attempt || ' ' || name FROM idempotency_step_evidence WHERE record = "
            + NEWEST
            + " ORDER BY id",
        operation);
  }

  /** States and attempts of the messages whose payload begins with a text, as they were sent. */
  List<String> messages(String text) {
    return texts(
        "SELECT state || ' ' || attempts FROM idempotency_outbox"
            + " WHERE starts_with(convert_from(payload, 'UTF8'), ?) ORDER BY position",
        text);
  }

  /** Messages of a label that has a business row. */
  int messagesBesideTheirRow(String label) {
    return count(
        "SELECT count(*) FROM work_row t JOIN idempotency_outbox m"
            + " ON m.payload = convert_to(t.label, 'UTF8') WHERE t.label = ?",
        label);
  }

  private String ofNewest(String expression, String operation) {
    List<String> found =
        texts(
            "SELECT "
                + expression
                + " FROM idempotency_record WHERE operation = ? ORDER BY first_seen DESC LIMIT 1",
            operation);
    return found.isEmpty() ? "none" : found.get(0);
  }

  private int count(String sql, String... parameters) {
    return Integer.parseInt(texts(sql, parameters).get(0));
  }

  private List<String> texts(String sql, String... parameters) {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      List<String> texts = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          texts.add(result.getString(1));
        }
      }
      return texts;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
