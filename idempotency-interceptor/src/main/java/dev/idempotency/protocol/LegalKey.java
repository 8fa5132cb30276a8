// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.Optional;

/** Which keys there are, wherever one comes from: the text itself, without quotes or escapes. */
public final class LegalKey {

  /** The most characters of a key. */
  public static final int MAX_LENGTH = 255;

  private static final char FIRST_PRINTABLE = ' ';
  private static final char LAST_PRINTABLE = '~';

  private LegalKey() {}

  /**
   * Says why a text is no key. A key is 1 to 255 characters of printable ASCII, without spaces at
   * either end, where nobody sees them.
   *
   * @param key the text
   * @return what is wrong, never with a part of the text; empty for a legal key
   */
  public static Optional<String> fault(String key) {
    if (key.isEmpty()) {
      return Optional.of("it is empty");
    }
    if (key.length() > MAX_LENGTH) {
      return Optional.of("it has %d characters".formatted(key.length()));
    }
    if (key.chars().anyMatch(c -> c < FIRST_PRINTABLE || c > LAST_PRINTABLE)) {
      return Optional.of("it holds a character that isn't printable ASCII");
    }
    boolean padded = key.startsWith(" ") || key.endsWith(" ");
    return padded ? Optional.of("it begins or ends with a space") : Optional.empty();
  }
}
