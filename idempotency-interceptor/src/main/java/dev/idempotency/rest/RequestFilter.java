// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.fingerprint.ExcludedMembers;
import dev.idempotency.fingerprint.RequestContent;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.Transactions;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.Providers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Captures the key and the bytes of a request to one guarded resource method. It answers only what
 * can't be captured, with 400 and 413; everything else is answered behind the container's role
 * checks.
 */
final class RequestFilter implements ContainerRequestFilter {

  private final ResourceMethod resource;
  private final GuardedOperation operation;
  private final ExcludedMembers excluded;
  private final ServerDialect dialect;
  private final JaxRsRequest current;
  private final Transactions transactions;
  private final Providers providers;

  RequestFilter(
      ResourceMethod resource,
      GuardedOperation operation,
      ServerDialect dialect,
      JaxRsRequest current,
      Transactions transactions,
      Providers providers) {
    this.resource = resource;
    this.operation = operation;
    this.excluded = ExcludedMembers.of(operation.excludedMembers());
    this.dialect = dialect;
    this.current = current;
    this.transactions = transactions;
    this.providers = providers;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    SubResource.requireIntercepted(resource, request.getUriInfo());
    GuardedRequest guarded =
        new GuardedRequest(resource, operation, capture(request), renderer(request));
    current.begin(ServedRequest.begin(request, guarded));
  }

  private GuardedRequest.@Nullable Capture capture(ContainerRequestContext request) {
    String header = operation.request().keyHeader();
    List<String> lines = HeaderLines.of(request.getHeaders(), header);
    if (lines.isEmpty()) {
      if (operation.keyRequired()) {
        throw KeyHeader.missing(header);
      }
      return null;
    }
    String key = KeyHeader.parse(header, lines);
    RequestFingerprints fingerprints = new RequestFingerprints(content(request));
    boolean active = transactions.state() != Transactions.State.NONE;
    return new GuardedRequest.Capture(key, fingerprints, active);
  }

  private RequestContent content(ContainerRequestContext request) {
    int limit = operation.request().bodyLimit();
    byte[] sent = BodyCapture.capture(request, limit);
    String codings = request.getHeaderString(HttpHeaders.CONTENT_ENCODING);
    UriInfo uri = request.getUriInfo();
    return new RequestContent(
        request.getMethod(),
        path(uri),
        uri.getRequestUri().getRawQuery(),
        request.getHeaderString(HttpHeaders.CONTENT_TYPE),
        ContentCodings.decode(codings, sent, limit),
        excluded);
  }

  /** The path below the application's, so that another context root doesn't change it. */
  private static String path(UriInfo uri) {
    String path = uri.getPath(false);
    return path.startsWith("/") ? path : "/" + path;
  }

  private Renderer renderer(ContainerRequestContext request) {
    return new Renderer(
        resource,
        operation.request(),
        dialect,
        providers,
        request.getUriInfo(),
        request.getAcceptableMediaTypes());
  }
}
