// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

/**
 * JSON numbers as exact decimals. The canonical form is the one that ECMAScript gives its numbers,
 * and RFC 8785 with it, but of all digits: no number passes through a {@code double} or a {@code
 * BigDecimal}.
 */
final class JsonNumber {

  private final byte[] in;
  // The digits before the point, then those after it; a number without a point has none there.
  private final int whole;
  private final int wholeEnd;
  private final int fraction;
  private final int digits;
  private final int exponent;

  private JsonNumber(byte[] in, int from, int to) {
    this.in = in;
    this.whole = in[from] == '-' ? from + 1 : from;
    this.wholeEnd = skipDigits(in, whole, to);
    boolean hasFraction = wholeEnd < to && in[wholeEnd] == '.';
    this.fraction = hasFraction ? wholeEnd + 1 : wholeEnd;
    int fractionEnd = skipDigits(in, fraction, to);
    this.digits = wholeEnd - whole + fractionEnd - fraction;
    this.exponent = fractionEnd < to ? exponent(in, fractionEnd + 1, to) : 0;
  }

  /**
   * Returns where the number that begins at {@code from} ends.
   *
   * @throws ContentRefusedException if it breaks the grammar or a limit
   */
  static int endOf(byte[] in, int from, int end) {
    int at = in[from] == '-' ? from + 1 : from;
    boolean zero = at < end && in[at] == '0';
    at = zero ? at + 1 : requireDigits(in, at, end);
    if (at < end && in[at] == '.') {
      at = requireDigits(in, at + 1, end);
    }
    if (at < end && (in[at] == 'e' || in[at] == 'E')) {
      at = endOfExponent(in, at + 1, end);
    }
    if (at - from > Limits.NUMBER_CHARACTERS) {
      throw ContentRefusedException.tooLarge(
          "A JSON number", Limits.NUMBER_CHARACTERS, "characters");
    }
    return at;
  }

  private static int endOfExponent(byte[] in, int from, int end) {
    boolean signed = from < end && (in[from] == '+' || in[from] == '-');
    int to = requireDigits(in, signed ? from + 1 : from, end);
    if (Math.abs(exponent(in, from, to)) > Limits.NUMBER_EXPONENT) {
      throw ContentRefusedException.tooLarge(
          "The exponent of a JSON number", Limits.NUMBER_EXPONENT, "in either direction");
    }
    return to;
  }

  private static int requireDigits(byte[] in, int from, int end) {
    int to = skipDigits(in, from, end);
    if (to == from) {
      throw from < end
          ? JsonParser.malformed("a number lacks a digit", from)
          : JsonParser.endsTooEarly(from);
    }
    return to;
  }

  private static int skipDigits(byte[] in, int from, int end) {
    int at = from;
    while (at < end && Ascii.isDigit(in[at])) {
      at++;
    }
    return at;
  }

  /** Returns the exponent, or some value beyond the limit where it is beyond it. */
  private static int exponent(byte[] in, int from, int to) {
    boolean signed = !Ascii.isDigit(in[from]);
    int value = 0;
    for (int i = signed ? from + 1 : from; i < to && value <= Limits.NUMBER_EXPONENT; i++) {
      value = value * 10 + in[i] - '0';
    }
    return in[from] == '-' ? -value : value;
  }

  /** Puts the canonical form of a number that {@link #endOf} has accepted. */
  static void put(byte[] in, int from, int to, DigestWriter out) {
    JsonNumber number = new JsonNumber(in, from, to);
    int first = 0;
    while (first < number.digits && number.digit(first) == '0') {
      first++;
    }
    if (first == number.digits) {
      out.put('0');
      return;
    }
    int last = number.digits - 1;
    while (number.digit(last) == '0') {
      last--;
    }
    if (in[from] == '-') {
      out.put('-');
    }
    number.put(first, last + 1, out);
  }

  private byte digit(int position) {
    int inWhole = wholeEnd - whole;
    return position < inWhole ? in[whole + position] : in[fraction + position - inWhole];
  }

  // The names and the four cases of ECMA-262, Number::toString: k digits, the point after n of
  // them.
  private void put(int first, int end, DigestWriter out) {
    int k = end - first;
    int n = wholeEnd - whole - first + exponent;
    if (k <= n && n <= 21) {
      putDigits(first, end, out);
      putZeros(n - k, out);
    } else if (0 < n && n <= 21) {
      putDigits(first, first + n, out);
      out.put('.');
      putDigits(first + n, end, out);
    } else if (-6 < n && n <= 0) {
      out.put('0');
      out.put('.');
      putZeros(-n, out);
      putDigits(first, end, out);
    } else {
      putScientific(first, end, n - 1, out);
    }
  }

  private void putScientific(int first, int end, int power, DigestWriter out) {
    out.put(digit(first));
    if (end - first > 1) {
      out.put('.');
      putDigits(first + 1, end, out);
    }
    out.put('e');
    out.put(power < 0 ? '-' : '+');
    String magnitude = Integer.toString(Math.abs(power));
    for (int i = 0; i < magnitude.length(); i++) {
      out.put(magnitude.charAt(i));
    }
  }

  private void putDigits(int first, int end, DigestWriter out) {
    for (int i = first; i < end; i++) {
      out.put(digit(i));
    }
  }

  private static void putZeros(int count, DigestWriter out) {
    for (int i = 0; i < count; i++) {
      out.put('0');
    }
  }
}
