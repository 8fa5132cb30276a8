// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.persistence.PersistenceException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Answers a database that can't be reached with 503, and any other failure of it with 500. */
@Provider
public class PersistenceExceptionMapper implements ExceptionMapper<PersistenceException> {

  static final int RETRY_AFTER_SECONDS = 1;

  /** Classes of SQL states: connection lost, out of resources, server stopped by its operator. */
  private static final Pattern UNREACHABLE = Pattern.compile("(08|53|57).*");

  @Override
  public Response toResponse(PersistenceException exception) {
    // Nothing is logged here: a guarded call's answer is rendered twice, to store and to send, and
    // the container logs what leaves an EJB (Jakarta Enterprise Beans 4.0, section 9.3).
    SQLException reason = sqlCause(exception);
    if (reason == null || !isUnreachable(reason.getSQLState())) {
      return Problem.of(Status.INTERNAL_SERVER_ERROR).toResponse().build();
    }
    return Problem.of(
            Status.SERVICE_UNAVAILABLE,
            "database-unavailable",
            "The database can't be reached",
            "Send the same request again.")
        .toResponse()
        .header(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS)
        .build();
  }

  private static @Nullable SQLException sqlCause(Throwable exception) {
    for (Throwable cause = exception; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException found) {
        return found;
      }
    }
    return null;
  }

  /** A pool that gets no connection reports no state of its own. */
  private static boolean isUnreachable(@Nullable String state) {
    return state == null || UNREACHABLE.matcher(state).matches();
  }
}
