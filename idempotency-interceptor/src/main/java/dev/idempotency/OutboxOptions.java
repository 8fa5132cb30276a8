// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a message is delivered. Immutable. */
public final class OutboxOptions {

  private static final int LONGEST_GROUP = 255;
  private static final Duration LONGEST_DELAY = Duration.ofDays(365);

  /** RFC 9110, section 5.6.2: a token. */
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

  private static final Pattern HEADER_VALUE = Pattern.compile("[\\x20-\\x7e]*");

  private static final OutboxOptions DEFAULTS =
      new OutboxOptions(null, null, Map.of(), null, Duration.ZERO);

  private final @Nullable UUID id;
  private final @Nullable String mediaType;
  private final Map<String, String> headers;
  private final @Nullable String group;
  private final Duration delay;

  private OutboxOptions(
      @Nullable UUID id,
      @Nullable String mediaType,
      Map<String, String> headers,
      @Nullable String group,
      Duration delay) {
    this.id = id;
    this.mediaType = mediaType;
    this.headers = headers;
    this.group = group;
    this.delay = delay;
  }

  /**
   * An id of its own, no header, no group, due at once.
   *
   * @return the defaults
   */
  public static OutboxOptions defaults() {
    return DEFAULTS;
  }

  /**
   * Names the message: a second one of the same id is not added. Take {@link
   * IdempotentCall#uuid(String)} for one that belongs to a guarded call.
   *
   * @param messageId unique among all messages of the database
   * @return the options with it
   */
  public OutboxOptions id(UUID messageId) {
    return new OutboxOptions(messageId, mediaType, headers, group, delay);
  }

  /**
   * Says what the payload is.
   *
   * @param type a media type, such as {@code application/json}
   * @return the options with it
   * @throws IllegalArgumentException if it is empty or holds others than printable ASCII characters
   */
  public OutboxOptions mediaType(String type) {
    if (type.isBlank() || !HEADER_VALUE.matcher(type).matches()) {
      throw new IllegalArgumentException(
          "A media type is printable ASCII, not '%s'".formatted(type));
    }
    return new OutboxOptions(id, type, headers, group, delay);
  }

  /**
   * Adds a header, or replaces the one of that very name. What it becomes is the destination's to
   * say; HTTP sends it as it is.
   *
   * @param name a token as HTTP's headers are, at most 100 characters
   * @param value printable ASCII
   * @return the options with it
   * @throws IllegalArgumentException if name or value is anything else
   */
  public OutboxOptions header(String name, String value) {
    if (!HEADER_NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'%s' is no header's name".formatted(name));
    }
    if (!HEADER_VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "The value of header %s holds others than printable ASCII characters".formatted(name));
    }
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new OutboxOptions(id, mediaType, more, group, delay);
  }

  /**
   * Delivers the messages of one group in the order in which they were sent, each once the one
   * before it is delivered or given up. The order is that of messages whose transactions did not
   * overlap; an operator who redrives one takes it out of the order.
   *
   * @param name what belongs together within the destination, 1 to 255 characters
   * @return the options with it
   * @throws IllegalArgumentException if the name is empty or longer
   */
  public OutboxOptions group(String name) {
    if (name.isEmpty() || name.length() > LONGEST_GROUP) {
      throw new IllegalArgumentException(
          "A group's name has 1 to %d characters, this one has %d"
              .formatted(LONGEST_GROUP, name.length()));
    }
    return new OutboxOptions(id, mediaType, headers, name, delay);
  }

  /**
   * Holds the message back, counted by the database from when it is sent.
   *
   * @param wait zero or more, at most 365 days
   * @return the options with it
   * @throws IllegalArgumentException if it is negative or longer
   */
  public OutboxOptions delay(Duration wait) {
    if (wait.isNegative() || wait.compareTo(LONGEST_DELAY) > 0) {
      throw new IllegalArgumentException(
          "A message is held back for PT0S to %s, not for %s".formatted(LONGEST_DELAY, wait));
    }
    return new OutboxOptions(id, mediaType, headers, group, wait);
  }

  /**
   * Returns the given id.
   *
   * @return empty where the message gets a random one
   */
  public Optional<UUID> id() {
    return Optional.ofNullable(id);
  }

  /**
   * Returns the media type.
   *
   * @return empty where the way of sending decides
   */
  public Optional<String> mediaType() {
    return Optional.ofNullable(mediaType);
  }

  /**
   * Returns the headers.
   *
   * @return name to value, in the order in which they were added; unmodifiable
   */
  public Map<String, String> headers() {
    return Collections.unmodifiableMap(headers);
  }

  /**
   * Returns the group.
   *
   * @return empty where the message has no order
   */
  public Optional<String> group() {
    return Optional.ofNullable(group);
  }

  /**
   * Returns for how long the message is held back.
   *
   * @return zero for not at all
   */
  public Duration delay() {
    return delay;
  }
}
