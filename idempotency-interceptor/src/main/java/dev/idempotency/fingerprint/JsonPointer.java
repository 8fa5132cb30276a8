// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** The syntax of JSON pointers (RFC 6901). */
final class JsonPointer {

  // An index of ten digits may not fit an int, and no document within the limits has one.
  private static final int LONGEST_INDEX = 9;

  private JsonPointer() {}

  static List<String> tokens(String pointer) {
    if (pointer.isEmpty()) {
      throw invalid(pointer, "it names the whole document");
    }
    if (pointer.charAt(0) != '/') {
      throw invalid(pointer, "it doesn't begin with a slash");
    }
    List<String> tokens = new ArrayList<>();
    for (String token : pointer.substring(1).split("/", -1)) {
      tokens.add(unescape(token, pointer));
    }
    return tokens;
  }

  private static String unescape(String token, String pointer) {
    StringBuilder name = new StringBuilder(token.length());
    for (int i = 0; i < token.length(); i++) {
      char c = token.charAt(i);
      if (c == '~') {
        i++;
        c = escaped(i < token.length() ? token.charAt(i) : '~', pointer);
      }
      name.append(c);
    }
    if (Utf8.encode(token).isEmpty()) {
      throw invalid(pointer, "it holds a lone surrogate");
    }
    return name.toString();
  }

  private static char escaped(char code, String pointer) {
    return switch (code) {
      case '0' -> '~';
      case '1' -> '/';
      default -> throw invalid(pointer, "a tilde is followed by neither 0 nor 1");
    };
  }

  static byte[] utf8(String token) {
    return Utf8.encode(token).orElseThrow();
  }

  /** Returns the array index that a token stands for: no sign, no leading zero. */
  static OptionalInt arrayIndex(String token) {
    boolean number = !token.isEmpty() && token.chars().allMatch(Ascii::isDigit);
    boolean leadingZero = token.length() > 1 && token.charAt(0) == '0';
    return number && !leadingZero && token.length() <= LONGEST_INDEX
        ? OptionalInt.of(Integer.parseInt(token))
        : OptionalInt.empty();
  }

  private static IllegalArgumentException invalid(String pointer, String fact) {
    return new IllegalArgumentException(
        "\"" + pointer + "\" can't be excluded: " + fact + "; give a JSON pointer such as /sentAt");
  }
}
