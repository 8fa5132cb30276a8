// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Attempt;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the library knows of one request. It travels as a property of the request: the answer of an
 * unguarded method may be sent by a thread that has no request context.
 */
final class ServedRequest {

  private static final String PROPERTY = ServedRequest.class.getName();

  private final MultivaluedMap<String, String> headers;
  private final @Nullable GuardedRequest guarded;
  private final Set<String> takenKeys = new HashSet<>();
  private final List<Attempt> unsettled = new ArrayList<>();

  private ServedRequest(MultivaluedMap<String, String> headers, @Nullable GuardedRequest guarded) {
    this.headers = headers;
    this.guarded = guarded;
  }

  /** Begins a request, to a guarded method or to one that may call something guarded. */
  static ServedRequest begin(ContainerRequestContext context, @Nullable GuardedRequest guarded) {
    ServedRequest request = new ServedRequest(context.getHeaders(), guarded);
    context.setProperty(PROPERTY, request);
    return request;
  }

  /** Finds a request; null where it was refused before it began. */
  static @Nullable ServedRequest find(ContainerRequestContext context) {
    return context.getProperty(PROPERTY) instanceof ServedRequest request ? request : null;
  }

  MultivaluedMap<String, String> headers() {
    return headers;
  }

  /** The request to a guarded method; null where the method isn't guarded. */
  @Nullable GuardedRequest guarded() {
    return guarded;
  }

  /** The operations that took their key from the header. */
  Set<String> takenKeys() {
    return takenKeys;
  }

  /** The attempts of value calls that are to be settled before the request is answered (P28). */
  List<Attempt> unsettled() {
    return unsettled;
  }
}
