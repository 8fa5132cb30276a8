// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.OutgoingKey;
import dev.idempotency.protocol.OutgoingRequest;
import dev.idempotency.protocol.OutgoingRequests;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientResponseContext;
import java.util.Optional;
import java.util.Set;

/** The key's header of a request that a client is about to send. */
final class OutgoingHeader {

  /** After the application's own filters: a header that they set wins. */
  static final int CALLER_PRIORITY = Priorities.USER + 1000;

  /** After the other, so that a client for which the caller's key was chosen keeps that. */
  static final int CHILD_PRIORITY = CALLER_PRIORITY + 1;

  private static final String HEADER = "Idempotency-Key";

  /** RFC 9110, section 9.2.1. */
  private static final Set<String> SAFE =
      Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, "TRACE");

  /** Marks a request for which one of the filters has decided. */
  private static final String DECISION = OutgoingHeader.class.getName();

  private OutgoingHeader() {}

  static void set(OutgoingKey kind, ClientRequestContext request) {
    if (request.getProperty(DECISION) != null || SAFE.contains(request.getMethod())) {
      return;
    }
    if (hasKey(request)) {
      return;
    }
    Optional<OutgoingRequest> outgoing =
        OutgoingRequests.begin(kind, request.getMethod(), request.getUri());
    request.setProperty(DECISION, outgoing);
    outgoing.ifPresent(found -> request.getHeaders().putSingle(HEADER, KeyHeader.of(found.key())));
  }

  private static boolean hasKey(ClientRequestContext request) {
    return request.getHeaders().keySet().stream().anyMatch(HEADER::equalsIgnoreCase);
  }

  static void answered(ClientRequestContext request, ClientResponseContext response) {
    if (request.getProperty(DECISION) instanceof Optional<?> outgoing
        && outgoing.orElse(null) instanceof OutgoingRequest sent) {
      sent.answered(response.getStatus());
    }
  }
}
