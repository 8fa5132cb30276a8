// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says what failed underneath without the messages of exceptions: those of databases quote the
 * values of rows, and those of persistence providers quote the database's. The core knows no SQL,
 * so the two facts that help an operator are asked for by name.
 */
public final class Causes {

  private static final String SQL_EXCEPTION = "java.sql.SQLException";

  /** Chains may be circular. */
  private static final int LONGEST_CHAIN = 10;

  private Causes() {}

  /**
   * Describes an exception and its causes.
   *
   * @param failure the outermost exception
   * @return the names of the classes, and the {@code SQLSTATE} and constraint of those of a
   *     database
   */
  public static String describe(Throwable failure) {
    List<String> chain = new ArrayList<>();
    Throwable next = failure;
    while (next != null && chain.size() < LONGEST_CHAIN) {
      chain.add(next.getClass().getName() + databaseFacts(next));
      next = next.getCause();
    }
    return String.join(", caused by ", chain);
  }

  private static String databaseFacts(Throwable failure) {
    if (!isSqlException(failure)) {
      return "";
    }
    List<String> facts = new ArrayList<>();
    if (ask(failure, "getSQLState") instanceof String state) {
      facts.add("SQLSTATE " + state);
    }
    // Of the PostgreSQL driver only; other drivers say it in their message alone.
    Object said = ask(failure, "getServerErrorMessage");
    if (said != null && ask(said, "getConstraint") instanceof String constraint) {
      facts.add("constraint " + constraint);
    }
    return facts.isEmpty() ? "" : " (" + String.join(", ", facts) + ")";
  }

  private static boolean isSqlException(Throwable failure) {
    Class<?> type = failure.getClass();
    while (type != null && !type.getName().equals(SQL_EXCEPTION)) {
      type = type.getSuperclass();
    }
    return type != null;
  }

  /** The answer to a question; null where it is not asked of this class, or has no answer. */
  private static @Nullable Object ask(Object asked, String question) {
    try {
      return asked.getClass().getMethod(question).invoke(asked);
    } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException e) {
      return null;
    }
  }
}
