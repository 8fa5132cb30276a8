// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.StoreException;
import dev.idempotency.protocol.StoreException.Kind;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the providers and the server throw, as the protocol knows it: the kind comes from the
 * SQLSTATE among the causes. Messages carry that and nothing of the data.
 */
final class StoreErrors {

  /** PostgreSQL, Appendix A: lock_not_available. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** PostgreSQL, Appendix A: serialization_failure, deadlock_detected. */
  private static final Set<String> SERIALIZATION = Set.of("40001", "40P01");

  /** PostgreSQL, Appendix A: undefined_table, undefined_column, insufficient_privilege. */
  private static final Map<String, String> REMEDIES =
      Map.of(
          "42P01", "a table is missing: run the scripts in db/idempotency of the library's jar",
          "42703", "a column is missing: run the newest scripts in db/idempotency of the jar",
          "42501", "a right is missing: grant the application's role the table's use");

  private StoreErrors() {}

  /** A statement failed; its transaction can only roll back. */
  static StoreException ofStatement(String description, Throwable failure) {
    return of(description + " failed with %s; the transaction can only roll back", failure);
  }

  /** A transaction did not begin or end as it should have. */
  static StoreException ofTransaction(Throwable failure) {
    return of("Beginning or committing failed with %s; read whether it has committed", failure);
  }

  private static StoreException of(String message, Throwable failure) {
    Optional<String> sqlState = sqlState(failure);
    String reason = sqlState.map(StoreErrors::describe).orElse(failure.getClass().getName());
    return new StoreException(kind(sqlState.orElse("")), message.formatted(reason), failure);
  }

  private static String describe(String sqlState) {
    String remedy = REMEDIES.get(sqlState);
    return "SQLSTATE " + sqlState + (remedy == null ? "" : " (" + remedy + ")");
  }

  private static Kind kind(String sqlState) {
    if (sqlState.equals(LOCK_NOT_AVAILABLE)) {
      return Kind.LOCK_TIMEOUT;
    }
    return SERIALIZATION.contains(sqlState) ? Kind.SERIALIZATION : Kind.OTHER;
  }

  /** The first SQLSTATE among the failure, its causes and what these have in tow. */
  private static Optional<String> sqlState(Throwable failure) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    open.add(failure);
    while (!open.isEmpty()) {
      Throwable next = open.remove();
      if (!seen.add(next)) {
        continue;
      }
      if (next instanceof SQLException sql) {
        if (sql.getSQLState() != null) {
          return Optional.of(sql.getSQLState());
        }
        add(open, sql.getNextException());
      }
      add(open, next.getCause());
      for (Throwable suppressed : next.getSuppressed()) {
        open.add(suppressed);
      }
    }
    return Optional.empty();
  }

  private static void add(Deque<Throwable> open, @Nullable Throwable failure) {
    if (failure != null) {
      open.add(failure);
    }
  }
}
