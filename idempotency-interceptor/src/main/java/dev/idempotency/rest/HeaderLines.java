// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Header;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.util.ArrayList;
import java.util.List;

/** Header lines, as they go over the wire. */
final class HeaderLines {

  private HeaderLines() {}

  /** An empty header map of the server's own kind, which ignores the case of names. */
  static MultivaluedMap<String, Object> empty() {
    return Response.noContent().build().getHeaders();
  }

  static MultivaluedMap<String, Object> copy(MultivaluedMap<String, Object> headers) {
    MultivaluedMap<String, Object> copy = empty();
    headers.forEach((name, values) -> copy.put(name, new ArrayList<>(values)));
    return copy;
  }

  /** The lines of a request's header; no locale takes part in comparing its name. */
  static List<String> of(MultivaluedMap<String, String> headers, String name) {
    List<String> lines = new ArrayList<>();
    headers.forEach(
        (sent, values) -> {
          if (sent.equalsIgnoreCase(name)) {
            lines.addAll(values);
          }
        });
    return lines;
  }

  /** The lines that a list of names lets through; the media type is none of them. */
  static List<Header> listed(MultivaluedMap<String, Object> headers, List<String> names) {
    List<Header> lines = new ArrayList<>();
    headers.forEach(
        (name, values) -> {
          if (isListed(name, names)) {
            values.forEach(value -> lines.add(new Header(name, text(value))));
          }
        });
    return lines;
  }

  static boolean isListed(String name, List<String> names) {
    return !name.equalsIgnoreCase(HttpHeaders.CONTENT_TYPE)
        && names.stream().anyMatch(name::equalsIgnoreCase);
  }

  /** A value as the server writes it. */
  static String text(Object value) {
    return value instanceof String text ? text : delegated(value);
  }

  @SuppressWarnings("unchecked")
  private static <T> String delegated(T value) {
    RuntimeDelegate.HeaderDelegate<T> delegate =
        RuntimeDelegate.getInstance().createHeaderDelegate((Class<T>) value.getClass());
    return delegate == null ? value.toString() : delegate.toString(value);
  }
}
