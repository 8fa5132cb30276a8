// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.AbstractDeserializer;
import com.fasterxml.jackson.databind.deser.BeanDeserializerBase;
import com.fasterxml.jackson.databind.deser.DefaultDeserializationContext;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads results by the method's declared return type; no class name is ever taken from a
 * record.
 */
final class ResultJson {

  /** Not to be changed. */
  static final byte[] NOTHING = {'n', 'u', 'l', 'l'};

  /** Operations of which a result was read back: the shape of their type is known to serve. */
  private final Set<String> proven = ConcurrentHashMap.newKeySet();

  /**
   * Writes a result. The first one of a method is read back, so that a type which cannot be read
   * fails the first call, which rolls back, and not every retry.
   *
   * @throws IllegalStateException if the result cannot be stored; the message never shows it
   */
  byte[] write(GuardedMethod method, @Nullable Object result) {
    if (isNothing(method.result())) {
      return NOTHING.clone();
    }
    try {
      byte[] json = Json.RESULTS.writerFor(method.result()).writeValueAsBytes(result);
      if (!proven.contains(method.operationName())) {
        read(json, method.result());
        proven.add(method.operationName());
      }
      return json;
    } catch (IOException e) {
      throw new IllegalStateException(
          ("The result of %s cannot be stored as JSON of its declared type %s, so the call is"
                  + " rolled back; declare a type that Jackson can write and read")
              .formatted(method.where(), method.result().toCanonical()),
          e);
    }
  }

  /**
   * Reads a stored result.
   *
   * @throws IOException if the bytes are no JSON of the declared type
   */
  @Nullable Object read(GuardedMethod method, byte[] json) throws IOException {
    return isNothing(method.result()) ? null : read(json, method.result());
  }

  private static @Nullable Object read(byte[] json, JavaType type) throws IOException {
    return Json.RESULTS.readerFor(type).readValue(json);
  }

  private static boolean isNothing(JavaType type) {
    return type.hasRawClass(void.class) || type.hasRawClass(Void.class);
  }

  /** Why results of a type could not be read back; empty where they can, as far as types tell. */
  static Optional<String> whyUnreadable(JavaType type) {
    if (isNothing(type)) {
      return Optional.empty();
    }
    return type.isJavaLangObject()
        ? Optional.of("java.lang.Object says nothing about what to read back")
        : unreadablePart(type);
  }

  private static Optional<String> unreadablePart(JavaType type) {
    if (type.isJavaLangObject()) {
      return Optional.empty();
    }
    if (type.isContainerType() || type.isReferenceType()) {
      return Stream.ofNullable(type.getContentType())
          .flatMap(content -> unreadablePart(content).stream())
          .findFirst();
    }
    try {
      return whyUnreadable(type, findDeserializer(type));
    } catch (JsonMappingException e) {
      return Optional.of(e.getOriginalMessage());
    }
  }

  private static JsonDeserializer<?> findDeserializer(JavaType type) throws JsonMappingException {
    DefaultDeserializationContext blueprint =
        (DefaultDeserializationContext) Json.RESULTS.getDeserializationContext();
    DeserializationContext context =
        blueprint.createDummyInstance(Json.RESULTS.getDeserializationConfig());
    return context.findRootValueDeserializer(type);
  }

  private static Optional<String> whyUnreadable(JavaType type, JsonDeserializer<?> deserializer) {
    String name = type.toCanonical();
    if (deserializer instanceof AbstractDeserializer) {
      return Optional.of(name + " is abstract and says nothing about its implementation");
    }
    boolean cannotBeMade =
        deserializer instanceof BeanDeserializerBase bean
            && !bean.getValueInstantiator().canInstantiate();
    return cannotBeMade
        ? Optional.of(name + " has no constructor that Jackson can use")
        : Optional.empty();
  }
}
