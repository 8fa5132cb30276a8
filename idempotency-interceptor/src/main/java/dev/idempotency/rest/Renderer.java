// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.GuardedOperation.RequestRules;
import dev.idempotency.protocol.Outcome;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.GenericEntity;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import jakarta.ws.rs.ext.MessageBodyWriter;
import jakarta.ws.rs.ext.Providers;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Renders the ending of one request's resource method as the server would, by the application's own
 * mappers and writers, but to bytes and inside the business transaction (P20, P27).
 */
final class Renderer {

  private static final List<String> CONTENT_LENGTH = List.of(HttpHeaders.CONTENT_LENGTH);

  private final ResourceMethod resource;
  private final RequestRules rules;
  private final ServerDialect dialect;
  private final Providers providers;
  private final UriInfo uri;
  private final List<MediaType> accepted;

  Renderer(
      ResourceMethod resource,
      RequestRules rules,
      ServerDialect dialect,
      Providers providers,
      UriInfo uri,
      List<MediaType> accepted) {
    this.resource = resource;
    this.rules = rules;
    this.dialect = dialect;
    this.providers = providers;
    this.uri = uri;
    this.accepted = accepted;
  }

  /** An entity with the type that its writer is chosen by. */
  private record Entity(Object value, Type type) {}

  /**
   * Renders an ending.
   *
   * @return the response; null for an exception that no mapper of the application takes
   * @throws IOException if a writer fails or none takes the entity
   */
  @Nullable Rendering render(Ending ending) throws IOException {
    if (ending instanceof Ending.Threw threw) {
      Response response = new FailureMapping(providers, dialect).response(threw.failure());
      return response == null ? null : render(ending, response);
    }
    Object value = ((Ending.Returned) ending).value();
    if (value instanceof CompletionStage) {
      throw new IllegalStateException(
          "%s returned a CompletionStage; a guarded resource method must return its result"
              .formatted(resource.method()));
    }
    if (value instanceof Response response) {
      return render(ending, response);
    }
    int status = (value == null ? Response.Status.NO_CONTENT : Response.Status.OK).getStatusCode();
    return write(ending, status, HeaderLines.empty(), value == null ? null : returned(value));
  }

  private Rendering render(Ending ending, Response response) throws IOException {
    Object value = response.hasEntity() ? response.getEntity() : null;
    MultivaluedMap<String, Object> headers = HeaderLines.copy(response.getHeaders());
    return write(ending, response.getStatus(), headers, value == null ? null : built(value));
  }

  private Entity returned(Object value) {
    if (value instanceof GenericEntity<?> generic) {
      return new Entity(generic.getEntity(), generic.getType());
    }
    Type declared = resource.method().getGenericReturnType();
    boolean telling = declared instanceof ParameterizedType || declared instanceof Class<?>;
    return new Entity(value, telling && declared != Object.class ? declared : value.getClass());
  }

  private static Entity built(Object value) {
    return value instanceof GenericEntity<?> generic
        ? new Entity(generic.getEntity(), generic.getType())
        : new Entity(value, value.getClass());
  }

  private Rendering write(
      Ending ending, int status, MultivaluedMap<String, Object> headers, @Nullable Entity entity)
      throws IOException {
    SpillingBuffer body = entity == null ? null : new SpillingBuffer(rules.storedBodyLimit());
    Rendering rendering = null;
    try {
      MediaType type = entity == null || body == null ? null : write(entity, headers, body);
      completeLocation(headers);
      headers.keySet().removeIf(name -> HeaderLines.isListed(name, CONTENT_LENGTH));
      Outcome outcome = outcome(status, headers, type, body);
      rendering = new Rendering(ending, status, headers, type, body, outcome);
      return rendering;
    } finally {
      if (rendering == null && body != null) {
        body.discard();
      }
    }
  }

  /** Writes an entity; returns the media type, which the headers no longer hold. */
  private MediaType write(
      Entity entity, MultivaluedMap<String, Object> headers, SpillingBuffer body)
      throws IOException {
    MediaType type = mediaType(headers, entity);
    headers.putSingle(HttpHeaders.CONTENT_TYPE, type);
    write(entity, type, headers, body);
    MediaType written = written(headers, type);
    headers.remove(HttpHeaders.CONTENT_TYPE);
    return written;
  }

  private MediaType mediaType(MultivaluedMap<String, Object> headers, Entity entity) {
    Object given = headers.getFirst(HttpHeaders.CONTENT_TYPE);
    if (given == null) {
      Class<?> type = entity.value().getClass();
      return dialect.sent(
          MediaTypeChoice.choose(
              resource, accepted, type, candidate -> writer(entity, candidate) != null));
    }
    return dialect.sent(asMediaType(given));
  }

  private static MediaType written(MultivaluedMap<String, Object> headers, MediaType before) {
    Object now = headers.getFirst(HttpHeaders.CONTENT_TYPE);
    return now == null ? before : asMediaType(now);
  }

  private static MediaType asMediaType(Object value) {
    return value instanceof MediaType type ? type : MediaType.valueOf(HeaderLines.text(value));
  }

  private void write(
      Entity entity, MediaType type, MultivaluedMap<String, Object> headers, SpillingBuffer out)
      throws IOException {
    MessageBodyWriter<Object> writer = writer(entity, type);
    if (writer == null) {
      throw new IOException(
          "No MessageBodyWriter takes %s as %s".formatted(entity.value().getClass(), type));
    }
    try {
      writer.writeTo(
          entity.value(),
          entity.value().getClass(),
          entity.type(),
          annotations(),
          type,
          headers,
          out);
    } catch (WebApplicationException e) {
      throw failed(entity, e);
    }
  }

  /** Not by its status: that would be answered as a refusal, and nobody stored one (P20). */
  private static IOException failed(Entity entity, WebApplicationException cause) {
    IOException failure =
        new IOException("The writer of %s failed".formatted(entity.value().getClass()));
    // Payara answers with the status of whatever is the cause.
    failure.addSuppressed(cause);
    return failure;
  }

  @SuppressWarnings("unchecked")
  private @Nullable MessageBodyWriter<Object> writer(Entity entity, MediaType type) {
    return (MessageBodyWriter<Object>)
        providers.getMessageBodyWriter(
            entity.value().getClass(), entity.type(), annotations(), type);
  }

  private Annotation[] annotations() {
    return resource.method().getAnnotations();
  }

  private void completeLocation(MultivaluedMap<String, Object> headers) {
    Object location = headers.getFirst(HttpHeaders.LOCATION);
    if (location != null && dialect.completesLocation()) {
      URI written = URI.create(HeaderLines.text(location));
      headers.putSingle(HttpHeaders.LOCATION, uri.getBaseUri().resolve(written).toString());
    }
  }

  /** A body that is too large, or encoded in a way that is never stored, isn't kept. */
  private Outcome outcome(
      int status,
      MultivaluedMap<String, Object> headers,
      @Nullable MediaType type,
      @Nullable SpillingBuffer body) {
    var lines = HeaderLines.listed(headers, rules.storedHeaders());
    if (body == null || type == null) {
      return Outcome.response(status, lines, null, null);
    }
    return body.spilled() || headers.containsKey(HttpHeaders.CONTENT_ENCODING)
        ? Outcome.bodyless(status, lines)
        : Outcome.response(status, lines, HeaderLines.text(type), body.bytes());
  }
}
