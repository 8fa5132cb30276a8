// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand;

import dev.idempotency.stand.process.StandException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The system properties that {@code mvn -Prun -D…} sets. */
final class Properties {

  private static final Pattern SPACES = Pattern.compile("\\s+");

  private Properties() {}

  static String text(String name, String fallback) {
    return System.getProperty(name, fallback);
  }

  /**
   * A positive number.
   *
   * @throws StandException if the property holds anything else
   */
  static int integer(String name, int fallback) {
    String text = System.getProperty(name);
    if (text == null) {
      return fallback;
    }
    try {
      int value = Integer.parseInt(text.trim());
      if (value > 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new StandException("-D%s must be a number, was '%s'.".formatted(name, text), e);
    }
    throw new StandException("-D%s must be 1 or more, was '%s'.".formatted(name, text));
  }

  /** Words separated by white space. */
  static List<String> words(String name) {
    String text = System.getProperty(name, "").trim();
    return text.isEmpty() ? List.of() : List.of(SPACES.split(text));
  }

  /** Every property whose name begins with one of the prefixes. */
  static Map<String, String> startingWith(String... prefixes) {
    Map<String, String> found = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      for (String prefix : prefixes) {
        if (name.startsWith(prefix)) {
          found.put(name, System.getProperty(name));
        }
      }
    }
    return found;
  }
}
