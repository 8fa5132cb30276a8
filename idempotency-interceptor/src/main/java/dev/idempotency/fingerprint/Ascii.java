// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/** Classes of ASCII characters, blind to everything beyond, which {@code Character} is not. */
final class Ascii {

  private static final int LETTER_VALUE = 10;

  private Ascii() {}

  static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Returns the value of a hexadecimal digit, or -1 for anything else. */
  static int hexValue(int c) {
    if (isDigit(c)) {
      return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
      return c - 'a' + LETTER_VALUE;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + LETTER_VALUE : -1;
  }
}
