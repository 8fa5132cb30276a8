// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ejb.EJBException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Providers;
import org.jspecify.annotations.Nullable;

/**
 * Finds the response that stands for an exception, as the server would (Jakarta REST 3.1, sections
 * 3.3.4 and 10.2.4): a response that it carries with an entity, the application's mapper, a
 * response that it carries without one; what an EJB wrapped is mapped first.
 */
final class FailureMapping {

  private final Providers providers;
  private final ServerDialect dialect;

  FailureMapping(Providers providers, ServerDialect dialect) {
    this.providers = providers;
    this.dialect = dialect;
  }

  /**
   * Maps an exception.
   *
   * @return the response; null where only the server's default mapper, or nothing, takes it
   */
  @Nullable Response response(Throwable failure) {
    if (failure instanceof EJBException wrapper && wrapper.getCausedByException() != null) {
      Response ofCause = response(wrapper.getCausedByException());
      if (ofCause != null) {
        return ofCause;
      }
    }
    Response carried =
        failure instanceof WebApplicationException carrier ? carrier.getResponse() : null;
    if (carried != null && carried.hasEntity()) {
      return carried;
    }
    Response mapped = mapped(failure);
    return mapped != null ? mapped : carried;
  }

  private @Nullable Response mapped(Throwable failure) {
    ExceptionMapper<Throwable> mapper = mapper(failure.getClass());
    if (mapper instanceof StandIn) {
      mapper = mapper(Exception.class);
    }
    boolean unwraps =
        failure instanceof EJBException && mapper != null && dialect.isBuiltIn(mapper);
    if (mapper == null || unwraps || dialect.isDefault(mapper)) {
      return null;
    }
    return map(mapper, failure);
  }

  @SuppressWarnings("unchecked")
  private @Nullable ExceptionMapper<Throwable> mapper(Class<? extends Throwable> type) {
    return providers.getExceptionMapper((Class<Throwable>) type);
  }

  /** What a mapper makes of an exception; null means no content (Jakarta REST 3.1, section 4.4). */
  static <T extends Throwable> Response map(ExceptionMapper<T> mapper, T failure) {
    Response response = mapper.toResponse(failure);
    return response == null ? Response.noContent().build() : response;
  }
}
