// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.proof;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What the database holds, read beside the nodes. Thread-safe. */
final class Books {

  /**
   * A record as it is at the moment.
   *
   * @param status the state's name
   * @param attempt the fencing number
   * @param leaseLeftMillis by the database's clock; zero or less once it is dead
   * @param body the stored answer, null before there is one
   */
  record Entry(String status, long attempt, long leaseLeftMillis, @Nullable String body) {

    boolean isLeaseDead() {
      return leaseLeftMillis <= 0;
    }
  }

  private static final String NEWEST =
      """
      select status, attempt, body_json as body,
             floor(extract(epoch from lease_left) * 1000) as lease_left
      from idempotency_record_readable order by first_seen desc limit 1""";

  private static final String SAME_TRANSACTION =
      """
      select count(*) from transfer t
      join idempotency_record r on position(t.id::text in convert_from(r.body, 'UTF8')) > 0
      join idempotency_step s on s.record = r.id and s.name = 'settled'
      where t.account_number = ? and t.xmin::text = s.xmin::text and r.status = 'SUCCEEDED'""";

  private final DataSource database;

  Books(DataSource database) {
    this.database = database;
  }

  /** How many settled transfers credit the account. */
  int transfers(Payment payment) {
    return count(
        "select count(*) from transfer where status = 'SETTLED' and account_number = ?",
        payment.account());
  }

  /** How many entries of the ledger credit the account, each with both its sides. */
  int entries(Payment payment) {
    return count(
        "select count(*) from ledger_entry e where account_number = ? and"
            + " (select count(*) = 2 and sum(p.amount_in_cents) = 0 from ledger_posting p"
            + " where p.entry = e.id)",
        payment.account());
  }

  /** How many of them were written by the transaction that wrote their record. */
  int entriesOfTheirRecordsTransaction(Payment payment) {
    return count(
        "select count(*) from ledger_entry e join idempotency_record r"
            + " on e.xmin::text = r.xmin::text where e.account_number = ?",
        payment.account());
  }

  /** How many transfers of the account there are, settled or not. */
  int recorded(Payment payment) {
    return count("select count(*) from transfer where account_number = ?", payment.account());
  }

  /** How many of the settled ones were written by the transaction that stored their last step. */
  int transfersOfTheirStepsTransaction(Payment payment) {
    return count(SAME_TRANSACTION, payment.account());
  }

  /** How many records there are. */
  int records() {
    return count("select count(*) from idempotency_record where operation = ?", "transfers.create");
  }

  /** The record that was inserted last. */
  Entry newest() {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(NEWEST);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new AssertionError("There is no record.");
      }
      return new Entry(
          row.getString("status"),
          row.getLong("attempt"),
          row.getLong("lease_left"),
          row.getString("body"));
    } catch (SQLException e) {
      throw new AssertionError("The records cannot be read.", e);
    }
  }

  /** Makes the steps of a record older than they are. */
  void ageSteps(UUID record, Duration age) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "update idempotency_step set begun = begun - cast(? as interval) where record = ?")) {
      statement.setString(1, age.toString());
      statement.setObject(2, record);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError("The steps cannot be aged.", e);
    }
  }

  /** Who did what to a record, and why, in order. */
  List<String> actions(UUID record) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement =
            connection.prepareStatement(
                "select concat_ws(' ', who, action, step, reason) from idempotency_audit"
                    + " where record = ? order by id")) {
      statement.setObject(1, record);
      List<String> actions = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          actions.add(rows.getString(1));
        }
      }
      return actions;
    } catch (SQLException e) {
      throw new AssertionError("The audit log cannot be read.", e);
    }
  }

  private int count(String sql, String parameter) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, parameter);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    } catch (SQLException e) {
      throw new AssertionError("The database cannot be read: " + sql, e);
    }
  }
}
