// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * Reads JSON texts onto a tape. A text without escapes is its own UTF-8 and stays in the source;
 * only one with escapes is copied and unescaped.
 */
final class JsonTextReader {

  private static final int HEX_DIGITS = 4;

  private final byte[] in;
  private final int end;
  private final JsonTape tape;

  JsonTextReader(byte[] in, int end, JsonTape tape) {
    this.in = in;
    this.end = end;
    this.tape = tape;
  }

  /**
   * Reads the text whose opening quote is at {@code open}.
   *
   * @return the position after its closing quote
   */
  int read(int open) {
    int first = open + 1;
    int at = skipPlain(first);
    if (in[at] == '"') {
      tape.add(JsonTape.Kind.TEXT, first, at);
      return at + 1;
    }
    return readEscaped(first, at);
  }

  private int readEscaped(int first, int firstEscape) {
    Bytes out = tape.unescaped();
    int outFrom = out.length();
    int plain = first;
    int at = firstEscape;
    while (in[at] == '\\') {
      out.add(in, plain, at);
      plain = unescape(at + 1, out);
      at = skipPlain(plain);
    }
    out.add(in, plain, at);
    tape.add(JsonTape.Kind.UNESCAPED_TEXT, outFrom, out.length());
    return at + 1;
  }

  /** Returns the position of the next quote or backslash. */
  private int skipPlain(int from) {
    int at = from;
    while (at < end) {
      byte next = in[at];
      if (next == '"' || next == '\\') {
        return at;
      }
      at += lengthOfPlain(next, at);
    }
    throw JsonParser.endsTooEarly(at);
  }

  private int lengthOfPlain(byte first, int at) {
    if (first >= ' ') {
      return 1;
    }
    if (first >= 0) {
      throw JsonParser.malformed("a text holds an unescaped control character", at);
    }
    int length = Utf8.lengthOfCharacter(in, at, end);
    if (length == 0) {
      throw JsonParser.malformed("a text holds bytes that are not UTF-8", at);
    }
    return length;
  }

  /** Unescapes what follows a backslash and returns the position after it. */
  private int unescape(int at, Bytes out) {
    switch (require(at)) {
      case '"' -> out.add('"');
      case '\\' -> out.add('\\');
      case '/' -> out.add('/');
      case 'b' -> out.add('\b');
      case 'f' -> out.add('\f');
      case 'n' -> out.add('\n');
      case 'r' -> out.add('\r');
      case 't' -> out.add('\t');
      case 'u' -> {
        return unescapeCodeUnits(at + 1, out);
      }
      default -> throw JsonParser.malformed("a text holds an unknown escape", at);
    }
    return at + 1;
  }

  private int unescapeCodeUnits(int at, Bytes out) {
    char unit = codeUnit(at);
    int after = at + HEX_DIGITS;
    if (!Character.isSurrogate(unit)) {
      Utf8.add(unit, out);
      return after;
    }
    boolean escapeFollows = end - after > 1 && in[after] == '\\' && in[after + 1] == 'u';
    if (Character.isHighSurrogate(unit) && escapeFollows) {
      char low = codeUnit(after + 2);
      if (Character.isLowSurrogate(low)) {
        Utf8.add(Character.toCodePoint(unit, low), out);
        return after + 2 + HEX_DIGITS;
      }
    }
    throw JsonParser.malformed("a text holds a lone surrogate", at);
  }

  private char codeUnit(int at) {
    int unit = 0;
    for (int i = at; i < at + HEX_DIGITS; i++) {
      int digit = Ascii.hexValue(require(i));
      if (digit < 0) {
        throw JsonParser.malformed("an escape needs four hexadecimal digits", i);
      }
      unit = (unit << 4) | digit;
    }
    return (char) unit;
  }

  private byte require(int at) {
    if (at >= end) {
      throw JsonParser.endsTooEarly(end);
    }
    return in[at];
  }
}
