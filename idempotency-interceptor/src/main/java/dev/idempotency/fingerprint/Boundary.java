// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/** The boundary of a multipart body (RFC 2046, section 5.1.1). */
final class Boundary {

  private static final int MOST_CHARACTERS = 70;
  private static final String MARKS = "'()+_,-./:=? ";

  private Boundary() {}

  /**
   * Finds the boundary in a {@code Content-Type}.
   *
   * @throws ContentRefusedException if there is none, or one that breaks the grammar
   */
  static String in(String contentType) {
    String boundary =
        HeaderValue.parse(contentType, "Content-Type").parameter("boundary").orElse("");
    boolean legal =
        !boundary.isEmpty()
            && boundary.length() <= MOST_CHARACTERS
            && !boundary.endsWith(" ")
            && boundary.chars().allMatch(Boundary::isLegal);
    if (!legal) {
      throw ContentRefusedException.malformed(
          "Content-Type", "a multipart body needs a boundary of 1 to 70 characters of RFC 2046");
    }
    return boundary;
  }

  private static boolean isLegal(int c) {
    return Ascii.isLetter(c) || Ascii.isDigit(c) || MARKS.indexOf(c) >= 0;
  }
}
