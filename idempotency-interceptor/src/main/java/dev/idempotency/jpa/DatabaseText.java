// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

/** Text as PostgreSQL can hold it in UTF-8: without U+0000, without unpaired surrogates. */
final class DatabaseText {

  private static final char REPLACEMENT = '\uFFFD';

  private DatabaseText() {}

  /** The text without U+0000, and with U+FFFD for every unpaired surrogate. */
  static String storable(String text) {
    return text.codePoints().allMatch(DatabaseText::isStorable) ? text : cleaned(text);
  }

  /** The storable text, cut after at most so many characters, never within a surrogate pair. */
  static String bounded(String text, int maxChars) {
    String storable = storable(text);
    if (storable.length() <= maxChars) {
      return storable;
    }
    boolean splitsPair = Character.isHighSurrogate(storable.charAt(maxChars - 1));
    return storable.substring(0, splitsPair ? maxChars - 1 : maxChars);
  }

  private static String cleaned(String text) {
    return text.codePoints()
        .filter(codePoint -> codePoint != 0)
        .map(codePoint -> isStorable(codePoint) ? codePoint : REPLACEMENT)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean isStorable(int codePoint) {
    return codePoint != 0 && Character.getType(codePoint) != Character.SURROGATE;
  }
}
