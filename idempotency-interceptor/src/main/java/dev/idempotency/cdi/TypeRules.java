// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.JavaType;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Knows types that cannot take part in a guarded call, by name, so that none of their libraries
 * need be there.
 */
final class TypeRules {

  private static final Set<String> ASYNCHRONOUS =
      Set.of(
          "java.util.concurrent.Future",
          "java.util.concurrent.CompletionStage",
          "java.util.concurrent.Flow$Publisher",
          "org.reactivestreams.Publisher",
          "io.smallrye.mutiny.Uni",
          "jakarta.ws.rs.container.AsyncResponse",
          "jakarta.ws.rs.sse.SseEventSink",
          "jakarta.ws.rs.sse.Sse",
          "jakarta.ws.rs.core.StreamingOutput");

  /** Their identity is what they are; nothing of them survives as JSON. */
  private static final Set<String> IDENTITY_BASED =
      Set.of(
          "java.io.InputStream",
          "java.io.OutputStream",
          "java.io.Reader",
          "java.io.Writer",
          "java.lang.AutoCloseable",
          "java.lang.ClassLoader",
          "java.lang.Runnable",
          "java.lang.Thread",
          "java.lang.ThreadLocal",
          "java.lang.invoke.MethodHandle",
          "java.lang.reflect.Member",
          "java.util.Iterator",
          "java.util.Spliterator",
          "java.util.concurrent.Callable",
          "java.util.concurrent.Executor",
          "java.util.concurrent.locks.Lock",
          "java.util.function.Consumer",
          "java.util.function.Function",
          "java.util.function.Supplier",
          "java.util.stream.BaseStream",
          "javax.naming.Context",
          "javax.sql.DataSource",
          "jakarta.ejb.EJBContext",
          "jakarta.enterprise.inject.Instance",
          "jakarta.jms.Message",
          "jakarta.persistence.EntityManager",
          "jakarta.persistence.EntityManagerFactory",
          "jakarta.persistence.Query",
          "jakarta.servlet.ServletContext",
          "jakarta.servlet.ServletRequest",
          "jakarta.servlet.ServletResponse",
          "jakarta.servlet.http.HttpSession",
          "jakarta.transaction.UserTransaction",
          "jakarta.ws.rs.core.HttpHeaders",
          "jakarta.ws.rs.core.Request",
          "jakarta.ws.rs.core.Response",
          "jakarta.ws.rs.core.SecurityContext",
          "jakarta.ws.rs.core.UriInfo");

  private static final String ENTITY = "jakarta.persistence.Entity";

  private TypeRules() {}

  /** The name of a type by which the work would go on after the method has returned. */
  static Optional<String> asynchronous(Class<?> type) {
    return known(type, ASYNCHRONOUS);
  }

  /** The name of a type within the given one that has no JSON form. */
  static Optional<String> identityBased(JavaType type) {
    return type.getRawClass() == Object.class
        ? Optional.empty()
        : known(type.getRawClass(), IDENTITY_BASED).or(() -> withinContents(type));
  }

  static boolean isEntity(JavaType type) {
    return Stream.of(type.getRawClass().getAnnotations())
        .anyMatch(mark -> mark.annotationType().getName().equals(ENTITY));
  }

  private static Optional<String> withinContents(JavaType type) {
    Stream<JavaType> contents =
        Stream.concat(
            Stream.ofNullable(type.getContentType()),
            type.getBindings().getTypeParameters().stream());
    return contents.flatMap(content -> identityBased(content).stream()).findFirst();
  }

  private static Optional<String> known(Class<?> type, Set<String> names) {
    return Supertypes.of(type).stream().map(Class::getName).filter(names::contains).findFirst();
  }
}
