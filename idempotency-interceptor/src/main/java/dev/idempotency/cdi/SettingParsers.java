// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.AnonymousCallers;
import dev.idempotency.Retentions;
import dev.idempotency.fingerprint.ExcludedMembers;
import dev.idempotency.protocol.OutgoingKey;
import dev.idempotency.protocol.Retention;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the text of a setting means. Each throws {@link IllegalSettingException}. */
final class SettingParsers {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST_LEASE = Duration.ofDays(1);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);
  private static final Duration LONGEST_BUSY_WAIT = Duration.ofMinutes(5);

  /** A century: well inside the database's calendar; whoever needs more says forever. */
  private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

  private static final int MOST_BYTES = 1 << 30;
  private static final int MOST_JOINED_CLAIMS = 1_000;
  private static final int LARGEST_PURGE_BATCH = 10_000;
  private static final int LOWEST_REFUSAL = 400;
  private static final int HIGHEST_STATUS = 599;

  private static final Pattern NODE_NAME = Pattern.compile("[\\x20-\\x7e]{1,100}");

  private SettingParsers() {}

  static Duration lease(Setting setting, GivenValue given) {
    return duration(setting, given, LONGEST_LEASE);
  }

  /** A default that is shorter than the lease gives way to it; what somebody gave does not. */
  static Duration longestRun(Setting setting, GivenValue given, Duration staleAfter) {
    Duration longestRun = duration(setting, given, LONGEST_LEASE);
    if (longestRun.compareTo(staleAfter) >= 0) {
      return longestRun;
    }
    if (given.rank() == GivenValue.Rank.DEFAULT) {
      return staleAfter;
    }
    throw given.illegal(setting);
  }

  static Duration wait(Setting setting, GivenValue given) {
    return duration(setting, given, LONGEST_WAIT);
  }

  static Duration waitBound(Setting setting, GivenValue given) {
    return duration(setting, given, LONGEST_BUSY_WAIT);
  }

  static boolean waits(Setting setting, GivenValue given) {
    return switch (given.value().toLowerCase(Locale.ROOT)) {
      case "wait" -> true;
      case "reject" -> false;
      default -> throw given.illegal(setting);
    };
  }

  static AnonymousCallers anonymous(Setting setting, GivenValue given) {
    return switch (given.value().toLowerCase(Locale.ROOT)) {
      case "shared" -> AnonymousCallers.SHARED;
      case "refused" -> AnonymousCallers.REFUSED;
      case "unguarded" -> AnonymousCallers.UNGUARDED;
      default -> throw given.illegal(setting);
    };
  }

  static Retention retention(Setting setting, GivenValue given) {
    return given.value().equalsIgnoreCase(Retentions.FOREVER)
        ? Retention.FOREVER
        : Retention.of(duration(setting, given, LONGEST_RETENTION));
  }

  static Optional<Duration> optionalWindow(Setting setting, GivenValue given) {
    return given.value().isEmpty()
        ? Optional.empty()
        : Optional.of(duration(setting, given, LONGEST_RETENTION));
  }

  private static Duration duration(Setting setting, GivenValue given, Duration longest) {
    Duration duration;
    try {
      duration = Duration.parse(given.value());
    } catch (DateTimeParseException | ArithmeticException e) {
      throw given.illegal(setting, e);
    }
    if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(longest) > 0) {
      throw given.illegal(setting);
    }
    return duration;
  }

  static boolean yesOrNo(Setting setting, GivenValue given) {
    return switch (given.value().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw given.illegal(setting);
    };
  }

  static OutgoingKey outgoingKey(Setting setting, GivenValue given) {
    return OutgoingKey.named(given.value()).orElseThrow(() -> given.illegal(setting));
  }

  static int bodyLimit(Setting setting, GivenValue given) {
    return number(setting, given, 1, MOST_BYTES);
  }

  static int storedBodyLimit(Setting setting, GivenValue given) {
    return number(setting, given, 0, MOST_BYTES);
  }

  static int joinedClaims(Setting setting, GivenValue given) {
    return number(setting, given, 1, MOST_JOINED_CLAIMS);
  }

  static int purgeBatch(Setting setting, GivenValue given) {
    return number(setting, given, 1, LARGEST_PURGE_BATCH);
  }

  static Duration purgeInterval(Setting setting, GivenValue given) {
    return lease(setting, given);
  }

  private static int number(Setting setting, GivenValue given, int least, int most) {
    int number;
    try {
      number = Integer.parseInt(given.value());
    } catch (NumberFormatException e) {
      throw given.illegal(setting, e);
    }
    if (number < least || number > most) {
      throw given.illegal(setting);
    }
    return number;
  }

  static String nodeName(Setting setting, GivenValue given) {
    return matching(NODE_NAME, given.value(), setting, given);
  }

  static String headerName(Setting setting, GivenValue given) {
    return matching(StorableHeaders.NAME, given.value(), setting, given);
  }

  static List<String> storedHeaders(Setting setting, GivenValue given) {
    List<String> names = SettingReader.elements(given.value());
    for (String name : names) {
      matching(StorableHeaders.NAME, name, setting, given);
      if (StorableHeaders.isNever(name)) {
        throw given.illegal(setting);
      }
    }
    return names;
  }

  static List<String> pointers(Setting setting, GivenValue given) {
    List<String> pointers = SettingReader.elements(given.value());
    try {
      ExcludedMembers.of(pointers);
    } catch (IllegalArgumentException e) {
      throw given.illegal(setting, e);
    }
    return pointers;
  }

  private static String matching(Pattern legal, String text, Setting setting, GivenValue given) {
    if (!legal.matcher(text).matches()) {
      throw given.illegal(setting);
    }
    return text;
  }

  static Set<Integer> statuses(Setting setting, GivenValue given) {
    return SettingReader.elements(given.value()).stream()
        .map(element -> new GivenValue(element, given.source(), given.rank()))
        .map(element -> number(setting, element, LOWEST_REFUSAL, HIGHEST_STATUS))
        .collect(Collectors.toUnmodifiableSet());
  }

  static Set<Class<? extends Throwable>> exceptions(Setting setting, GivenValue given) {
    return SettingReader.elements(given.value()).stream()
        .map(element -> new GivenValue(element, given.source(), given.rank()))
        .map(element -> exception(setting, element))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Class<? extends Throwable> exception(Setting setting, GivenValue given) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      return Class.forName(given.value(), false, loader).asSubclass(Throwable.class);
    } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
      throw given.illegal(setting, e);
    }
  }
}
