// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a failed commit of an EJB resource inside JAX-RS, so that {@link AnswerFilter} can say what
 * became of the call. Needed where the server hands exceptions that nothing maps to the container,
 * whose error page no filter can replace. Every other failure is mapped as if this didn't exist.
 */
abstract sealed class CommitFailureMapper<T extends Exception> implements ExceptionMapper<T> {

  @Context private @Nullable Providers providers;

  static List<ExceptionMapper<?>> all() {
    return List.of(new OfRollback(), new OfSystem(), new OfMixed(), new OfHeuristicRollback());
  }

  /**
   * Maps the failure.
   *
   * @return a stand-in for the answer of a guarded call, or what the application maps the failure
   *     to
   * @throws RuntimeException where nothing maps it, which Jersey takes as a refusal to map
   */
  @Override
  public Response toResponse(T failure) {
    ExceptionMapper<Exception> next =
        Objects.requireNonNull(providers, "The server injects Providers")
            .getExceptionMapper(Exception.class);
    if (next != null) {
      return next.toResponse(failure);
    }
    if (isAnswered()) {
      return Response.serverError().build();
    }
    throw new IllegalStateException("Nothing maps a failed commit", failure);
  }

  /** Whether the filter has an answer to put in place of the failure. */
  private static boolean isAnswered() {
    GuardedRequest request = Beans.get(JaxRsRequest.class).guardedRequest();
    return request != null && request.answer() != null;
  }

  static final class OfRollback extends CommitFailureMapper<RollbackException> {}

  static final class OfSystem extends CommitFailureMapper<SystemException> {}

  static final class OfMixed extends CommitFailureMapper<HeuristicMixedException> {}

  static final class OfHeuristicRollback extends CommitFailureMapper<HeuristicRollbackException> {}
}
