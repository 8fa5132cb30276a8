// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.StoreException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Query;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs native statements through the calling thread's persistence context, so that they share its
 * transaction and connection. Knows how to be the same under EclipseLink and Hibernate; never
 * closes or clears the entity manager. Every failure is a {@link StoreException}.
 */
final class NativeSql {

  /**
   * Tells Hibernate what a native statement touches; others ignore it. Without it every statement
   * of ours would throw the application's whole second-level cache away.
   */
  private static final String TOUCHED_TABLES_HINT = "org.hibernate.query.native.spaces";

  private static final String[] TOUCHED_TABLES = {
    "idempotency_record",
    "idempotency_lease",
    "idempotency_step",
    "idempotency_step_evidence",
    "idempotency_audit",
    "idempotency_outbox"
  };

  private final Supplier<EntityManager> entityManager;

  NativeSql(Supplier<EntityManager> entityManager) {
    this.entityManager = entityManager;
  }

  /** Runs a statement and returns the number of rows that it changed. */
  int change(Statement statement, @Nullable Object... parameters) {
    return translating(
        statement.description(), () -> query(statement.sql(), parameters).executeUpdate());
  }

  /** Runs a query and returns its rows: the columns, or the column itself where there is one. */
  List<?> rows(Statement statement, @Nullable Object... parameters) {
    return translating(
        statement.description(), () -> query(statement.sql(), parameters).getResultList());
  }

  /** Writes what the persistence context holds back. */
  void flush() {
    translating(
        "Flushing the rows of the business transaction",
        () -> {
          entityManager.get().flush();
          return true;
        });
  }

  private Query query(String sql, @Nullable Object... parameters) {
    Query query = entityManager.get().createNativeQuery(sql);
    query.setHint(TOUCHED_TABLES_HINT, TOUCHED_TABLES);
    // The caller flushes where business rows must come first; twice would compare them all twice.
    query.setFlushMode(FlushModeType.COMMIT);
    for (int i = 0; i < parameters.length; i++) {
      query.setParameter(i + 1, parameters[i]);
    }
    return query;
  }

  private static <T> T translating(String tried, Supplier<T> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      // Providers and servers differ in what they throw; they agree on the SQLException inside.
      throw StoreErrors.ofStatement(tried, e);
    }
  }

  /**
   * A native statement.
   *
   * @param description what it does, as the beginning of an error message
   * @param sql its text, with positional parameters
   */
  record Statement(String description, String sql) {}
}
