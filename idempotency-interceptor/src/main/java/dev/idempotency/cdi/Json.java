// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.lang.reflect.Method;

/**
 * The library's own JSON: independent of how the application configures its own, because both forms
 * are compared or read back by later releases of the application and on other nodes.
 */
final class Json {

  /** Writes and reads results: a number keeps its scale, a time its zone. */
  static final ObjectMapper RESULTS = base().build();

  /**
   * Writes arguments: equal ones are equal in every process, so what has no order of its own gets
   * one.
   */
  static final ObjectMapper ARGUMENTS =
      base()
          .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .addModule(
              new SimpleModule("sorted-sets").setSerializerModifier(new SortedSets.Modifier()))
          .build();

  private Json() {}

  private static JsonMapper.Builder base() {
    return JsonMapper.builder()
        .addModule(new Jdk8Module())
        .addModule(new JavaTimeModule())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
        .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        // A member that a later release dropped must not make old results unreadable.
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /** The declared return type of a method, with the type variables that the bean's class binds. */
  static JavaType resultType(Class<?> beanClass, Method method) {
    JavaType bean = RESULTS.constructType(beanClass);
    JavaType declaring = bean.findSuperType(method.getDeclaringClass());
    return RESULTS
        .getTypeFactory()
        .resolveMemberType(
            method.getGenericReturnType(), (declaring == null ? bean : declaring).getBindings());
  }

  static JavaType argumentType(Class<?> beanClass, Method method, int index) {
    JavaType bean = RESULTS.constructType(beanClass);
    JavaType declaring = bean.findSuperType(method.getDeclaringClass());
    return RESULTS
        .getTypeFactory()
        .resolveMemberType(
            method.getGenericParameterTypes()[index],
            (declaring == null ? bean : declaring).getBindings());
  }
}
