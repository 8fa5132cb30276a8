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
import org.glassfish.jersey.spi.ExtendedExceptionMapper;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a failed commit of a guarded EJB resource inside JAX-RS, so that {@link AnswerFilter} can
 * say what became of the call: Jersey rethrows to the container what nothing maps, whose error page
 * no filter can replace. Jersey asks each instance whether it takes an exception; every failure of
 * an unguarded method passes as if this didn't exist.
 */
abstract sealed class CommitFailureMapper<T extends Exception>
    implements ExtendedExceptionMapper<T>, StandIn {

  @Context private @Nullable Providers providers;

  static List<ExceptionMapper<?>> all() {
    return List.of(new OfRollback(), new OfSystem(), new OfMixed(), new OfHeuristicRollback());
  }

  /** Says whether the filter has an answer to put in place of the failure. */
  @Override
  public boolean isMappable(T failure) {
    GuardedRequest request = Beans.get(JaxRsRequest.class).guardedRequest();
    if (request == null || !request.answersInPlaceOf(failure)) {
      return false;
    }
    request.commitFailed();
    return true;
  }

  /** Maps the failure as the application does, or else to a stand-in, which the filter replaces. */
  @Override
  public Response toResponse(T failure) {
    ExceptionMapper<Exception> next =
        Objects.requireNonNull(providers, "The server injects Providers")
            .getExceptionMapper(Exception.class);
    return next == null ? Response.serverError().build() : FailureMapping.map(next, failure);
  }

  static final class OfRollback extends CommitFailureMapper<RollbackException> {}

  static final class OfSystem extends CommitFailureMapper<SystemException> {}

  static final class OfMixed extends CommitFailureMapper<HeuristicMixedException> {}

  static final class OfHeuristicRollback extends CommitFailureMapper<HeuristicRollbackException> {}
}
