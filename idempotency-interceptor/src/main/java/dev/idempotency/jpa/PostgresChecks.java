// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.jpa.NativeSql.Statement;
import dev.idempotency.protocol.StoreChecks;
import dev.idempotency.protocol.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks PostgreSQL whether it is set up for what is promised. */
final class PostgresChecks implements StoreChecks {

  /** A dead client's locks are held for as long; longer than any call may run is too long. */
  private static final Duration LONGEST_KEEPALIVE = Duration.ofMinutes(15);

  private static final Statement MISSING_TABLES =
      new Statement(
          "Looking for the tables",
          """
          SELECT needed.name AS name
            FROM unnest(string_to_array('idempotency_record,idempotency_lease,idempotency_step,'
                                        || 'idempotency_audit,idempotency_outbox', ','))
                   AS needed (name)
           WHERE to_regclass(needed.name) IS NULL""");

  private static final Statement SETTINGS =
      new Statement(
          "Reading the settings",
          """
          SELECT name AS name, setting AS setting
            FROM pg_settings
           WHERE name IN ('synchronous_commit', 'fsync', 'full_page_writes', 'server_encoding',
                          'idle_in_transaction_session_timeout', 'tcp_keepalives_idle')""");

  private final Transactions transactions;
  private final NativeSql sql;

  PostgresChecks(Transactions transactions, NativeSql sql) {
    this.transactions = transactions;
    this.sql = sql;
  }

  @Override
  public List<String> warnings() {
    return transactions.inNew(
        () -> {
          List<String> warnings = new ArrayList<>();
          checkSettings(warnings);
          return List.copyOf(warnings);
        });
  }

  @Override
  public List<String> missing() {
    List<String> tables =
        transactions.inNew(() -> sql.rows(MISSING_TABLES)).stream()
            .map(String.class::cast)
            .toList();
    return tables.isEmpty()
        ? List.of()
        : List.of(
            ("There is no table %s on the search path yet; guarded calls are refused until the"
                    + " scripts in db/idempotency of the library's jar have run")
                .formatted(String.join(", ", tables)));
  }

  private void checkSettings(List<String> warnings) {
    Map<String, String> settings =
        sql.rows(SETTINGS).stream()
            .map(Object[].class::cast)
            .collect(Collectors.toMap(row -> (String) row[0], row -> (String) row[1]));
    settings.forEach((name, value) -> check(name, value, warnings));
  }

  private static void check(String name, String value, List<String> warnings) {
    switch (name) {
      case "synchronous_commit", "fsync", "full_page_writes" -> {
        if (value.equals("off")) {
          warnings.add(
              "%s is off: a crash can lose commits that were answered, and their work runs again;"
                      .formatted(name)
                  + " set it to on");
        }
      }
      case "server_encoding" -> {
        if (!value.equals("UTF8")) {
          warnings.add(
              "The database's encoding is %s: failures whose text it cannot hold are not stored;"
                      .formatted(value)
                  + " use UTF8");
        }
      }
      case "idle_in_transaction_session_timeout" -> {
        if (value.equals("0")) {
          warnings.add(
              "idle_in_transaction_session_timeout is 0: a node that is paused within a transaction"
                  + " keeps its record locked for as long; set it to the longest run of a call");
        }
      }
      default -> checkKeepalive(name, Duration.ofSeconds(Long.parseLong(value)), warnings);
    }
  }

  private static void checkKeepalive(String name, Duration idle, List<String> warnings) {
    if (idle.isZero() || idle.compareTo(LONGEST_KEEPALIVE) > 0) {
      warnings.add(
          "%s is %s: a node that the network cut off keeps its record locked for as long; set it to"
                  .formatted(name, idle.isZero() ? "the system's default" : idle)
              + " a minute");
    }
  }
}
