// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParser.Event;
import jakarta.json.stream.JsonParsingException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The strings and numbers that stand directly in one JSON object. Everything else is passed over
 * event by event: nothing is built, recursed into or converted for members that nobody asked for.
 */
final class JsonMembers {

  private final Map<String, String> strings = new HashMap<>();
  private final Map<String, String> numbers = new HashMap<>();
  private final Set<String> names = new HashSet<>();

  private JsonMembers() {}

  /**
   * Reads the whole document.
   *
   * @throws jakarta.json.JsonException if it is not exactly one object, or a member is repeated
   */
  static JsonMembers read(JsonParser parser) {
    if (!parser.hasNext() || parser.next() != Event.START_OBJECT) {
      throw new JsonParsingException("An object is expected.", parser.getLocation());
    }
    JsonMembers members = new JsonMembers();
    members.readUntilClosed(parser);
    while (parser.hasNext()) {
      // The parser itself refuses whatever follows the object.
      parser.next();
    }
    return members;
  }

  private void readUntilClosed(JsonParser parser) {
    String name = "";
    int depth = 1;
    while (depth > 0) {
      Event event = parser.next();
      switch (event) {
        case START_OBJECT, START_ARRAY -> depth++;
        case END_OBJECT, END_ARRAY -> depth--;
        case KEY_NAME -> name = depth == 1 ? enter(parser) : name;
        case VALUE_STRING -> keep(strings, depth, name, parser);
        case VALUE_NUMBER -> keep(numbers, depth, name, parser);
        case VALUE_TRUE, VALUE_FALSE, VALUE_NULL -> {}
      }
    }
  }

  private String enter(JsonParser parser) {
    String name = parser.getString();
    if (!names.add(name)) {
      throw new JsonParsingException("A member is repeated.", parser.getLocation());
    }
    return name;
  }

  private static void keep(Map<String, String> values, int depth, String name, JsonParser parser) {
    if (depth == 1) {
      values.put(name, parser.getString());
    }
  }

  /** Returns the string of that name, or null where there is none. */
  @Nullable String string(String name) {
    return strings.get(name);
  }

  /** Returns the number of that name as it was written, or null where there is none. */
  @Nullable String number(String name) {
    return numbers.get(name);
  }
}
