// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What JAX-RS annotations and exceptions say; nothing, on a server without that API. */
final class WebRules {

  private static final boolean PRESENT = ClassPresence.of("jakarta.ws.rs.WebApplicationException");

  /** They ask for nothing to happen (RFC 9110, section 9.2.1). */
  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

  private static final int NO_STATUS = 0;
  private static final boolean IS_JERSEY =
      ClassPresence.of("org.glassfish.jersey.server.ApplicationHandler");

  private WebRules() {}

  static boolean isResourceClass(Class<?> type) {
    return PRESENT && Supertypes.of(type).stream().anyMatch(c -> c.isAnnotationPresent(Path.class));
  }

  /** Whether requests can be dispatched to the method. */
  static boolean isResourceMethod(Class<?> beanClass, Method method) {
    return requestMethod(beanClass, method).isPresent();
  }

  static boolean isSafe(Class<?> beanClass, Method method) {
    return requestMethod(beanClass, method).filter(SAFE_METHODS::contains).isPresent();
  }

  static boolean isUnsafe(Class<?> beanClass, Method method) {
    return requestMethod(beanClass, method)
        .filter(name -> !SAFE_METHODS.contains(name))
        .isPresent();
  }

  /** The request method, from the method itself or from what it overrides or implements. */
  private static Optional<String> requestMethod(Class<?> beanClass, Method method) {
    return PRESENT
        ? Supertypes.declarations(beanClass, method).stream()
            .flatMap(declared -> designator(declared).stream())
            .findFirst()
        : Optional.empty();
  }

  private static Optional<String> designator(Method method) {
    for (Annotation annotation : method.getAnnotations()) {
      HttpMethod designator = annotation.annotationType().getAnnotation(HttpMethod.class);
      if (designator != null) {
        return Optional.of(designator.value());
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the server may make resource classes to objects of which CDI isn't told: where they
   * have no scope, Jersey has them made and intercepted all the same, while RESTEasy gives them
   * one.
   */
  static boolean mayHideResourceClasses() {
    return PRESENT && IS_JERSEY;
  }

  /** Whether JAX-RS fills a parameter from the header of a name. */
  static boolean isHeader(Candidate candidate, int index, String name) {
    return marks(candidate, index, HeaderParam.class)
        .anyMatch(header -> header.value().equalsIgnoreCase(name));
  }

  /** Whether JAX-RS fills a parameter from a part of the request that a retry is compared by. */
  static boolean isComparedInRequests(Candidate candidate, int index) {
    return Stream.of(HeaderParam.class, CookieParam.class, Context.class)
        .noneMatch(mark -> marks(candidate, index, mark).findAny().isPresent());
  }

  private static <A extends Annotation> Stream<A> marks(
      Candidate candidate, int index, Class<A> mark) {
    return Supertypes.declarations(candidate.javaClass(), candidate.javaMethod()).stream()
        .flatMap(
            declared -> Stream.ofNullable(declared.getParameters()[index].getAnnotation(mark)));
  }

  /** The status that an exception carries, or 0. */
  static int status(Throwable failure) {
    return PRESENT && failure instanceof WebApplicationException web
        ? web.getResponse().getStatus()
        : NO_STATUS;
  }
}
