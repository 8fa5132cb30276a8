// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.databind.JavaType;
import dev.idempotency.StepWork;
import dev.idempotency.protocol.StepBody;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the results of steps and reads them back, by the type that the code gives. Every attempt
 * gets what was read back, so that the first one cannot know more than a later one.
 */
final class StepJson {

  /** Most bytes of one result; what is larger belongs into a table of the application. */
  static final int MAX_BYTES = 1 << 20;

  /** Types whose results can be read back, as far as types tell. */
  private final Set<Class<?>> usable = ConcurrentHashMap.newKeySet();

  /** A step that runs a body, or has its stored result. */
  @FunctionalInterface
  interface Taking {
    byte[] run(StepBody body) throws Exception;
  }

  /**
   * Takes a step.
   *
   * @throws X if the work does
   * @throws IllegalArgumentException if results of the type cannot be read back; nothing was run
   */
  <T extends @Nullable Object, X extends Exception> T take(
      Class<T> type, StepWork<T, X> work, Taking step) throws X {
    requireUsable(type);
    byte[] json;
    try {
      json = step.run(() -> write(type, work.run()));
    } catch (Exception e) {
      @SuppressWarnings("unchecked") // Work throws X or what needs no declaration.
      X declared = (X) e;
      throw declared;
    }
    return read(type, json);
  }

  private void requireUsable(Class<?> type) {
    if (usable.contains(type)) {
      return;
    }
    JavaType java = Json.RESULTS.constructType(type);
    Optional<String> problem = ResultJson.whyUnreadable(java);
    if (problem.isPresent()) {
      throw new IllegalArgumentException(
          "A step's result of type %s could not be read back: %s"
              .formatted(type.getName(), problem.get()));
    }
    usable.add(type);
  }

  private static byte[] write(Class<?> type, @Nullable Object result) {
    if (type == Void.class) {
      return ResultJson.NOTHING.clone();
    }
    byte[] json;
    try {
      json = Json.RESULTS.writerFor(type).writeValueAsBytes(result);
    } catch (IOException e) {
      throw new IllegalStateException(
          "A step's result cannot be written as JSON of %s".formatted(type.getName()), e);
    }
    if (json.length > MAX_BYTES) {
      throw new IllegalStateException(
          "A step's result has %d bytes of JSON, at most %d are stored; keep it in a table of your own"
              .formatted(json.length, MAX_BYTES));
    }
    return json;
  }

  @SuppressWarnings("NullAway") // What was null is null again.
  private static <T extends @Nullable Object> T read(Class<T> type, byte[] json) {
    try {
      return type == Void.class ? null : Json.RESULTS.readerFor(type).readValue(json);
    } catch (IOException e) {
      throw new IllegalStateException(
          "A step's stored result is no JSON of %s".formatted(type.getName()), e);
    }
  }
}
