// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import jakarta.ws.rs.BadRequestException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of a JSON object, each refused with a problem that names it. Immutable.
 *
 * <p>Every method throws a {@link BadRequestException} with a problem as its entity where a member
 * is not as described.
 */
public final class JsonFields {

  private final JsonObject json;
  private final String prefix;

  private JsonFields(JsonObject json, String prefix) {
    this.json = json;
    this.prefix = prefix;
  }

  /**
   * Wraps an object.
   *
   * @param json the object
   * @return its members
   */
  public static JsonFields of(JsonObject json) {
    return new JsonFields(json, "");
  }

  /**
   * Refuses members that nobody reads, such as misspelt ones.
   *
   * @param names all that may be there
   * @return the same members
   */
  public JsonFields only(Set<String> names) {
    List<InvalidField> others =
        json.keySet().stream()
            .filter(name -> !names.contains(name))
            // The name was sent by the client, and may be anything.
            .limit(1)
            .map(name -> new InvalidField(prefix + "*", "must be one of " + sorted(names)))
            .toList();
    if (!others.isEmpty()) {
      throw refused(others);
    }
    return this;
  }

  private static String sorted(Set<String> names) {
    return String.join(", ", names.stream().sorted().toList());
  }

  /**
   * Says whether a member is there, be it null.
   *
   * @param name its name
   * @return whether it is there
   */
  public boolean has(String name) {
    return json.containsKey(name);
  }

  /**
   * Reads a string without control characters.
   *
   * @param name its name
   * @param min its fewest characters; where there must be one, one must not be blank
   * @param max its most characters
   * @return the string
   */
  public String text(String name, int min, int max) {
    if (member(name) instanceof JsonString string) {
      String text = string.getString();
      boolean fits = text.length() >= min && text.length() <= max;
      if (fits
          && (min == 0 || !text.isBlank())
          && text.codePoints().noneMatch(JsonFields::isUnprintable)) {
        return text;
      }
    }
    throw wrong(
        name,
        "must be text of %d to %d characters, without control characters".formatted(min, max));
  }

  private static boolean isUnprintable(int character) {
    return Character.isISOControl(character) || Character.getType(character) == Character.SURROGATE;
  }

  /**
   * Reads a whole number, by value: 1, 1.0 and 1e0 are the same.
   *
   * @param name its name
   * @param min the smallest
   * @param max the largest
   * @return the number
   */
  public long wholeNumber(String name, long min, long max) {
    if (member(name) instanceof JsonNumber number) {
      BigDecimal value = number.bigDecimalValue();
      // By comparison first: an absurd exponent would be written out in full otherwise.
      if (value.compareTo(BigDecimal.valueOf(min)) >= 0
          && value.compareTo(BigDecimal.valueOf(max)) <= 0
          && value.stripTrailingZeros().scale() <= 0) {
        return value.longValueExact();
      }
    }
    throw wrong(name, "must be a whole number from %d to %d".formatted(min, max));
  }

  /**
   * Reads a flag.
   *
   * @param name its name
   * @return its value, false where it was left out
   */
  public boolean flag(String name) {
    JsonValue value = member(name);
    if (value == null || value.equals(JsonValue.FALSE)) {
      return false;
    }
    if (value.equals(JsonValue.TRUE)) {
      return true;
    }
    throw wrong(name, "must be true or false");
  }

  /**
   * Reads an object.
   *
   * @param name its name
   * @return its members
   */
  public JsonFields object(String name) {
    if (member(name) instanceof JsonObject object) {
      return new JsonFields(object, prefix + name + ".");
    }
    throw wrong(name, "must be a JSON object");
  }

  /**
   * Reads anything, null included.
   *
   * @param name its name
   * @return the value
   */
  public JsonValue value(String name) {
    if (!has(name)) {
      throw wrong(name, "must be there");
    }
    return Objects.requireNonNull(member(name), "a member that is there has a value");
  }

  private @Nullable JsonValue member(String name) {
    return json.get(name);
  }

  /**
   * Refuses a member.
   *
   * @param name its name
   * @param expected what is expected of it
   * @return the exception to throw
   */
  public BadRequestException wrong(String name, String expected) {
    return refused(List.of(new InvalidField(prefix + name, expected)));
  }

  private static BadRequestException refused(List<InvalidField> errors) {
    return new BadRequestException(Problem.invalid(errors).toResponse().build());
  }
}
