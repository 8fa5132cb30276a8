// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.spi.CDI;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a servlet filter has made of a form's body by asking for a parameter. */
final class FormParameters {

  private FormParameters() {}

  /** Whether the request has parameters that can only have come from a body that is gone. */
  static boolean haveConsumedTheBody(@Nullable MediaType type, UriInfo uri) {
    if (!MediaType.APPLICATION_FORM_URLENCODED_TYPE.isCompatible(type)) {
      return false;
    }
    Instance<HttpServletRequest> requests = CDI.current().select(HttpServletRequest.class);
    return requests.isResolvable()
        && areMoreThan(uri.getQueryParameters(), requests.get().getParameterMap());
  }

  static boolean areMoreThan(Map<String, List<String>> query, Map<String, String[]> parameters) {
    return parameters.entrySet().stream()
        .anyMatch(
            parameter ->
                parameter.getValue().length
                    > query.getOrDefault(parameter.getKey(), List.of()).size());
  }
}
