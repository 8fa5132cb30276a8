// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.core.Configuration;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.RuntimeDelegate;
import java.util.Locale;
import java.util.Objects;

/**
 * What the JAX-RS specification leaves open and the servers decide differently. A rendered response
 * follows the server, so that a guarded method answers like an unguarded one.
 */
final class ServerDialect {

  private static final String JERSEY = "org.glassfish.jersey.";
  private static final String RESTEASY = "org.jboss.resteasy.";
  private static final String JERSEY_KEEPS_LOCATION =
      "jersey.config.server.headers.location.relative.resolution.disabled";
  private static final String RESTEASY_ADDS_CHARSET = "resteasy.add.charset";

  private final boolean jersey;
  private final boolean completesLocation;
  private final boolean addsCharset;

  ServerDialect(Configuration configuration) {
    String implementation = RuntimeDelegate.getInstance().getClass().getName();
    this.jersey = implementation.startsWith(JERSEY);
    this.completesLocation = jersey && !isTrue(configuration, JERSEY_KEEPS_LOCATION);
    this.addsCharset =
        implementation.startsWith(RESTEASY) && !isFalse(configuration, RESTEASY_ADDS_CHARSET);
  }

  boolean isJersey() {
    return jersey;
  }

  /** Whether a relative {@code Location} is completed by the request's base URI when it is sent. */
  boolean completesLocation() {
    return completesLocation;
  }

  /** The media type as it is sent for rendered text. */
  MediaType sent(MediaType type) {
    return addsCharset && isText(type) && !type.getParameters().containsKey("charset")
        ? type.withCharset("UTF-8")
        : type;
  }

  /** What RESTEasy calls text. */
  private static boolean isText(MediaType type) {
    String subtype = type.getSubtype().toLowerCase(Locale.ROOT);
    return type.getType().equalsIgnoreCase("text")
        || (type.getType().equalsIgnoreCase("application") && subtype.startsWith("xml"));
  }

  /** Whether a mapper came with the server rather than with the application. */
  boolean isBuiltIn(ExceptionMapper<?> mapper) {
    String name = mapper.getClass().getName();
    return name.startsWith(JERSEY) || name.startsWith(RESTEASY);
  }

  /** Whether a mapper is the server's last resort for what nobody maps. */
  boolean isDefault(ExceptionMapper<?> mapper) {
    return isBuiltIn(mapper) && mapper.getClass().getSimpleName().equals("DefaultExceptionMapper");
  }

  private static boolean isTrue(Configuration configuration, String property) {
    return "true".equalsIgnoreCase(Objects.toString(configuration.getProperty(property)));
  }

  private static boolean isFalse(Configuration configuration, String property) {
    return "false".equalsIgnoreCase(Objects.toString(configuration.getProperty(property)));
  }
}
