// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.annotation.Priority;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.SystemException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Notes on RESTEasy that the commit of a guarded EJB resource ended in a way that says nothing:
 * where the connection is lost in it, WildFly's transactions call that a heuristic end, and tell
 * everybody else of a commit. The record knows better (P24). What the client gets is left to the
 * mapper behind, and {@link AnswerFilter} puts the answer in its place.
 */
abstract sealed class UnclearEndMapper<T extends Exception> implements ExceptionMapper<T>, StandIn {

  @Context private @Nullable Providers providers;

  static List<ExceptionMapper<?>> all() {
    return List.of(new OfMixed(), new OfHeuristicRollback(), new OfSystem());
  }

  @Override
  public Response toResponse(T failure) {
    GuardedRequest request = Beans.get(JaxRsRequest.class).guardedRequest();
    if (request != null && request.answersInPlaceOf(failure)) {
      request.commitFailed();
    }
    ExceptionMapper<Exception> next =
        Objects.requireNonNull(providers, "The server injects Providers")
            .getExceptionMapper(Exception.class);
    return next == null ? Response.serverError().build() : FailureMapping.map(next, failure);
  }

  @Priority(ProblemMapper.LOWEST_PRIORITY)
  static final class OfMixed extends UnclearEndMapper<HeuristicMixedException> {}

  @Priority(ProblemMapper.LOWEST_PRIORITY)
  static final class OfHeuristicRollback extends UnclearEndMapper<HeuristicRollbackException> {}

  @Priority(ProblemMapper.LOWEST_PRIORITY)
  static final class OfSystem extends UnclearEndMapper<SystemException> {}
}
