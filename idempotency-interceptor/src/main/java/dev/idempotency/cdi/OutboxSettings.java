// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.outbox.DestinationTerms;
import dev.idempotency.outbox.RelayTerms;
import java.net.URI;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;

/**
 * Resolves and checks the settings of the outbox: the destination's own, the one for all, the
 * default. Everything illegal is an {@link IllegalArgumentException} that names property, value and
 * range.
 */
final class OutboxSettings {

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Duration LONGEST_POLL = Duration.ofMinutes(1);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LONGEST_BACKOFF = Duration.ofDays(1);
  private static final Duration LONGEST_RETENTION = Duration.ofDays(3650);
  private static final int LARGEST_BATCH = 5000;
  private static final int MOST_CONCURRENT = 100;
  private static final int MOST_ATTEMPTS = 10_000;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");
  private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

  /** A value and where it stands. */
  private record Given(OutboxSetting setting, String property, String value) {

    IllegalArgumentException illegal() {
      return new IllegalArgumentException(
          "%s must be %s, was '%s'".formatted(property, setting.range(), value));
    }
  }

  private final Config config;

  OutboxSettings(Config config) {
    this.config = config;
  }

  RelayTerms relay() {
    return new RelayTerms(
        duration(node(OutboxSetting.POLL), LONGEST_POLL),
        number(node(OutboxSetting.BATCH), LARGEST_BATCH));
  }

  Duration deliveredRetention() {
    return duration(node(OutboxSetting.DELIVERED_RETENTION), LONGEST_RETENTION);
  }

  Duration abandonedRetention() {
    return duration(node(OutboxSetting.ABANDONED_RETENTION), LONGEST_RETENTION);
  }

  DestinationTerms destination(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "A destination has 1 to 100 letters, digits, dots, hyphens and underscores, not '%s'"
              .formatted(name));
    }
    return new DestinationTerms(
        number(given(OutboxSetting.CONCURRENCY, name), MOST_CONCURRENT),
        duration(given(OutboxSetting.TIMEOUT, name), LONGEST_TIMEOUT),
        duration(given(OutboxSetting.BACKOFF, name), LONGEST_BACKOFF),
        duration(given(OutboxSetting.BACKOFF_MAX, name), LONGEST_BACKOFF),
        number(given(OutboxSetting.ATTEMPTS, name), MOST_ATTEMPTS));
  }

  /** The destinations that have a URL, sorted. */
  Set<String> withUrl() {
    String suffix = "." + OutboxSetting.URL.settingName();
    Set<String> names = new TreeSet<>();
    for (String property : config.getPropertyNames()) {
      if (property.startsWith(OutboxSetting.DESTINATION_PREFIX) && property.endsWith(suffix)) {
        int end = property.length() - suffix.length();
        if (end > OutboxSetting.DESTINATION_PREFIX.length()) {
          names.add(property.substring(OutboxSetting.DESTINATION_PREFIX.length(), end));
        }
      }
    }
    names.removeIf(name -> given(OutboxSetting.URL, name).value().isEmpty());
    return names;
  }

  URI url(String destination) {
    Given given = given(OutboxSetting.URL, destination);
    try {
      URI url = URI.create(given.value());
      if (url.getHost() != null && Set.of("http", "https").contains(url.getScheme())) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw given.illegal();
    }
    throw given.illegal();
  }

  private Given node(OutboxSetting setting) {
    return configured(setting, setting.property())
        .orElseGet(() -> new Given(setting, setting.property(), setting.defaultValue()));
  }

  private Given given(OutboxSetting setting, String destination) {
    Optional<Given> own = configured(setting, setting.property(destination));
    return setting.reach() == OutboxSetting.Reach.DESTINATION
        ? own.orElseGet(() -> new Given(setting, setting.property(destination), ""))
        : own.orElseGet(() -> node(setting));
  }

  private Optional<Given> configured(OutboxSetting setting, String property) {
    return config
        .getOptionalValue(property, String.class)
        .map(String::strip)
        .filter(value -> !value.isEmpty())
        .map(value -> new Given(setting, property, value));
  }

  private static Duration duration(Given given, Duration longest) {
    Duration duration;
    try {
      duration = Duration.parse(given.value());
    } catch (DateTimeParseException | ArithmeticException e) {
      throw given.illegal();
    }
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(longest) > 0) {
      throw given.illegal();
    }
    return duration;
  }

  private static int number(Given given, int most) {
    if (!NUMBER.matcher(given.value()).matches()) {
      throw given.illegal();
    }
    int number = Integer.parseInt(given.value());
    if (number < 1 || number > most) {
      throw given.illegal();
    }
    return number;
  }
}
