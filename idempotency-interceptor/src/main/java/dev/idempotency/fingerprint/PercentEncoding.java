// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/** Percent-encoding, of paths by RFC 3986 and of form data by the URL standard. */
final class PercentEncoding {

  private static final int ESCAPE_LENGTH = 3;
  private static final String UPPER_HEX = "0123456789ABCDEF";

  private PercentEncoding() {}

  /** Adds the decoded bytes of a name or value of form data, in which a plus is a space. */
  static void decodeForm(byte[] in, int from, int to, String what, Bytes out) {
    int at = from;
    while (at < to) {
      if (in[at] == '%') {
        out.add(escaped(in, at, to, what));
        at += ESCAPE_LENGTH;
      } else {
        out.add(in[at] == '+' ? ' ' : in[at]);
        at++;
      }
    }
  }

  /**
   * Adds a path in the normal form of RFC 3986, section 6.2.2: escapes in capitals, and none where
   * a character needs none. A slash and its escape stay different.
   */
  static void normalizePath(byte[] in, String what, Bytes out) {
    int at = 0;
    while (at < in.length) {
      if (in[at] == '%') {
        int value = escaped(in, at, in.length, what);
        addPathByte(value, isUnreserved(value), out);
        at += ESCAPE_LENGTH;
      } else {
        addPathByte(in[at], in[at] >= 0, out);
        at++;
      }
    }
  }

  private static void addPathByte(int value, boolean plain, Bytes out) {
    if (plain) {
      out.add(value);
    } else {
      out.add('%');
      out.add(UPPER_HEX.charAt((value >> 4) & 0xF));
      out.add(UPPER_HEX.charAt(value & 0xF));
    }
  }

  private static boolean isUnreserved(int c) {
    return Ascii.isLetter(c) || Ascii.isDigit(c) || c == '-' || c == '.' || c == '_' || c == '~';
  }

  private static int escaped(byte[] in, int at, int to, String what) {
    if (to - at < ESCAPE_LENGTH) {
      throw brokenEscape(what, at);
    }
    int high = Ascii.hexValue(in[at + 1]);
    int low = Ascii.hexValue(in[at + 2]);
    if (high < 0 || low < 0) {
      throw brokenEscape(what, at);
    }
    return (high << 4) | low;
  }

  private static ContentRefusedException brokenEscape(String what, int offset) {
    return ContentRefusedException.malformed(
        what, "a percent sign is not followed by two hexadecimal digits", offset);
  }
}
