// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.File;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the media type of a response that doesn't name its own (Jakarta REST 3.1, section 3.8).
 *
 * <p>Where neither method nor class has {@code @Produces}, the specification asks for the types of
 * all writers, which no application can list; then the first acceptable type that has a writer is
 * taken, plain text for strings and JSON for anything else first.
 */
final class MediaTypeChoice {

  private static final String CLIENT_QUALITY = "q";
  private static final String SERVER_QUALITY = "qs";
  private static final double FULL_QUALITY = 1;

  /** More specific first, then what the client, then what the server prefers. */
  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt((Candidate c) -> wildcards(c.type))
          .thenComparing(Comparator.comparingDouble((Candidate c) -> c.clientQuality).reversed())
          .thenComparing(Comparator.comparingDouble((Candidate c) -> c.serverQuality).reversed());

  private record Candidate(MediaType type, double clientQuality, double serverQuality) {}

  private MediaTypeChoice() {}

  /**
   * Chooses.
   *
   * @param resource the resource method
   * @param accepted what the client accepts, most wanted first
   * @param entity the class of the entity
   * @param isWritable whether the entity has a writer for a type
   * @throws NotAcceptableException if nothing that can be produced is acceptable
   */
  static MediaType choose(
      ResourceMethod resource,
      List<MediaType> accepted,
      Class<?> entity,
      Predicate<MediaType> isWritable) {
    Produces produces = produces(resource);
    List<MediaType> produced =
        produces == null ? writable(entity, isWritable) : types(produces.value());
    List<Candidate> candidates = new ArrayList<>();
    for (MediaType ours : produced) {
      for (MediaType theirs : accepted) {
        if (ours.isCompatible(theirs)) {
          candidates.add(candidate(ours, theirs));
        }
      }
    }
    if (produces == null) {
      candidates.removeIf(c -> wildcards(c.type) == 0 && !isWritable.test(c.type));
    }
    candidates.sort(BEST_FIRST);
    return first(candidates);
  }

  private static MediaType first(List<Candidate> candidates) {
    for (Candidate candidate : candidates) {
      MediaType type = candidate.type;
      if (wildcards(type) == 0) {
        return type;
      }
      if (type.isWildcardType() || type.getType().equalsIgnoreCase("application")) {
        return MediaType.APPLICATION_OCTET_STREAM_TYPE;
      }
    }
    throw new NotAcceptableException();
  }

  private static @Nullable Produces produces(ResourceMethod resource) {
    Method method = resource.method();
    Produces onMethod = method.getAnnotation(Produces.class);
    if (onMethod != null) {
      return onMethod;
    }
    Produces onClass = resource.type().getAnnotation(Produces.class);
    return onClass != null ? onClass : method.getDeclaringClass().getAnnotation(Produces.class);
  }

  /** One annotation value may list several types, separated by commas. */
  private static List<MediaType> types(String[] values) {
    List<MediaType> types = new ArrayList<>();
    for (String value : values) {
      for (String one : value.split(",", -1)) {
        types.add(MediaType.valueOf(one.strip()));
      }
    }
    return types;
  }

  private static List<MediaType> writable(Class<?> entity, Predicate<MediaType> isWritable) {
    boolean text =
        CharSequence.class.isAssignableFrom(entity)
            || Number.class.isAssignableFrom(entity)
            || entity == Boolean.class
            || entity == Character.class;
    MediaType likely = text ? MediaType.TEXT_PLAIN_TYPE : MediaType.APPLICATION_JSON_TYPE;
    return !isBytes(entity) && isWritable.test(likely)
        ? List.of(likely, MediaType.WILDCARD_TYPE)
        : List.of(MediaType.WILDCARD_TYPE);
  }

  private static boolean isBytes(Class<?> entity) {
    return entity == byte[].class
        || InputStream.class.isAssignableFrom(entity)
        || File.class.isAssignableFrom(entity)
        || StreamingOutput.class.isAssignableFrom(entity);
  }

  private static Candidate candidate(MediaType ours, MediaType theirs) {
    MediaType type = wildcards(ours) <= wildcards(theirs) ? ours : theirs;
    return new Candidate(
        withoutQuality(type), quality(theirs, CLIENT_QUALITY), quality(ours, SERVER_QUALITY));
  }

  private static int wildcards(MediaType type) {
    return (type.isWildcardType() ? 1 : 0) + (type.isWildcardSubtype() ? 1 : 0);
  }

  private static double quality(MediaType type, String parameter) {
    String value = type.getParameters().get(parameter);
    return value == null ? FULL_QUALITY : Double.parseDouble(value);
  }

  private static MediaType withoutQuality(MediaType type) {
    Map<String, String> parameters = new HashMap<>(type.getParameters());
    parameters.remove(CLIENT_QUALITY);
    parameters.remove(SERVER_QUALITY);
    return new MediaType(type.getType(), type.getSubtype(), parameters);
  }
}
