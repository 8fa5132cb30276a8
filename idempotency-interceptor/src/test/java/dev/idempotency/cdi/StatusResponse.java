// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.GenericType;
import jakarta.ws.rs.core.Link;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.lang.annotation.Annotation;
import java.net.URI;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A response that has a status and nothing else; no JAX-RS implementation is needed to make it. */
final class StatusResponse extends Response {

  private final int status;

  StatusResponse(int status) {
    this.status = status;
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public StatusType getStatusInfo() {
    return new StatusType() {
      @Override
      public int getStatusCode() {
        return status;
      }

      @Override
      public Status.Family getFamily() {
        return Status.Family.familyOf(status);
      }

      @Override
      public String getReasonPhrase() {
        return "";
      }
    };
  }

  @Override
  public Object getEntity() {
    return null;
  }

  @Override
  public <T> T readEntity(Class<T> type) {
    return null;
  }

  @Override
  public <T> T readEntity(GenericType<T> type) {
    return null;
  }

  @Override
  public <T> T readEntity(Class<T> type, Annotation[] annotations) {
    return null;
  }

  @Override
  public <T> T readEntity(GenericType<T> type, Annotation[] annotations) {
    return null;
  }

  @Override
  public boolean hasEntity() {
    return false;
  }

  @Override
  public boolean bufferEntity() {
    return false;
  }

  @Override
  public void close() {}

  @Override
  public MediaType getMediaType() {
    return null;
  }

  @Override
  public Locale getLanguage() {
    return null;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public Set<String> getAllowedMethods() {
    return Set.of();
  }

  @Override
  public Map<String, NewCookie> getCookies() {
    return Map.of();
  }

  @Override
  public EntityTag getEntityTag() {
    return null;
  }

  @Override
  public Date getDate() {
    return null;
  }

  @Override
  public Date getLastModified() {
    return null;
  }

  @Override
  public URI getLocation() {
    return null;
  }

  @Override
  public Set<Link> getLinks() {
    return Set.of();
  }

  @Override
  public boolean hasLink(String relation) {
    return false;
  }

  @Override
  public Link getLink(String relation) {
    return null;
  }

  @Override
  public Link.Builder getLinkBuilder(String relation) {
    return null;
  }

  @Override
  public MultivaluedMap<String, Object> getMetadata() {
    return new MultivaluedHashMap<>();
  }

  @Override
  public MultivaluedMap<String, String> getStringHeaders() {
    return new MultivaluedHashMap<>();
  }

  @Override
  public String getHeaderString(String name) {
    return null;
  }
}
