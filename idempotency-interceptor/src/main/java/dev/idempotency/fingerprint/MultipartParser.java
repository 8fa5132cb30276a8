// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Splits a multipart body (RFC 2046, section 5.1). What readers of such bodies could see in
 * different places is refused; lines end in CR LF only.
 */
final class MultipartParser {

  /** A body in its parts; preamble and epilogue are almost always empty. */
  record Parts(Range preamble, List<Part> parts, Range epilogue) {}

  /**
   * One part.
   *
   * @param headers by name in lower case; values without the white space around them, one character
   *     for each byte
   */
  record Part(Map<String, String> headers, Range content) {}

  /** A range of the body's bytes. */
  record Range(int from, int to) {}

  private static final String WHAT = "multipart body";
  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] DASHES = {'-', '-'};

  private final byte[] in;
  private final byte[] delimiter;
  private int at;

  private MultipartParser(byte[] in, String boundary) {
    this.in = in;
    this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Splits a body.
   *
   * @param contentType the value of {@code Content-Type}, which holds the boundary
   * @throws ContentRefusedException if the boundary is missing, or the body is malformed or beyond
   *     a limit
   */
  static Parts parse(byte[] in, String contentType) {
    return new MultipartParser(in, Boundary.in(contentType)).parts();
  }

  private Parts parts() {
    Range preamble = preamble();
    List<Part> parts = new ArrayList<>();
    while (!startsWith(DASHES)) {
      if (parts.size() == Limits.MULTIPART_PARTS) {
        throw ContentRefusedException.tooLarge(
            "The multipart body", Limits.MULTIPART_PARTS, "parts");
      }
      endDelimiterLine();
      Map<String, String> headers = headers();
      parts.add(new Part(headers, content()));
    }
    at += DASHES.length;
    return new Parts(preamble, parts, epilogue());
  }

  private Range preamble() {
    int withoutLineEnd = LINE_END.length;
    if (matches(in, 0, delimiter, withoutLineEnd)) {
      at = delimiter.length - withoutLineEnd;
      return new Range(0, 0);
    }
    return content();
  }

  /** Returns the range from here to the next delimiter, and goes behind that. */
  private Range content() {
    int from = at;
    if (matches(in, from, delimiter, LINE_END.length)) {
      throw malformed("a boundary follows the headers without a line between");
    }
    int to = indexOf(delimiter, from);
    if (to < 0) {
      at = in.length;
      throw malformed("the last boundary is missing");
    }
    at = to + delimiter.length;
    return new Range(from, to);
  }

  private Range epilogue() {
    skipPadding();
    if (at == in.length) {
      return new Range(at, at);
    }
    endLine();
    return new Range(at, in.length);
  }

  private void endDelimiterLine() {
    skipPadding();
    endLine();
  }

  private void skipPadding() {
    while (at < in.length && (in[at] == ' ' || in[at] == '\t')) {
      at++;
    }
  }

  private void endLine() {
    if (!startsWith(LINE_END)) {
      throw malformed("something follows a boundary on its line");
    }
    at += LINE_END.length;
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    int limit = at + Limits.PART_HEADER_BYTES;
    while (!startsWith(LINE_END)) {
      int end = indexOf(LINE_END, at);
      if (end < 0) {
        throw malformed("the headers of a part don't end");
      }
      if (end > limit) {
        throw ContentRefusedException.tooLarge(
            "The header section of a part", Limits.PART_HEADER_BYTES, "bytes");
      }
      header(new String(in, at, end - at, StandardCharsets.ISO_8859_1), headers);
      at = end + LINE_END.length;
    }
    at += LINE_END.length;
    return headers;
  }

  private void header(String line, Map<String, String> headers) {
    int colon = line.indexOf(':');
    if (colon < 1 || !line.substring(0, colon).chars().allMatch(MultipartParser::isNameCharacter)) {
      throw malformed("a header line of a part has no name");
    }
    String value = line.substring(colon + 1);
    if (value.chars().anyMatch(MultipartParser::isForbiddenInValue)) {
      throw malformed("a header of a part holds a control character");
    }
    String name = line.substring(0, colon).toLowerCase(Locale.ROOT);
    if (headers.put(name, value.strip()) != null) {
      throw malformed("a header of a part is repeated");
    }
  }

  private static boolean isNameCharacter(int c) {
    return c > ' ' && c < 0x7F;
  }

  private static boolean isForbiddenInValue(int c) {
    return (c < ' ' && c != '\t') || c == 0x7F;
  }

  private boolean startsWith(byte[] prefix) {
    return matches(in, at, prefix, 0);
  }

  private static boolean matches(byte[] in, int at, byte[] wanted, int wantedFrom) {
    int length = wanted.length - wantedFrom;
    return in.length - at >= length
        && Arrays.equals(in, at, at + length, wanted, wantedFrom, wanted.length);
  }

  /** Every needle begins with the only CR that it holds, so that this takes linear time. */
  private int indexOf(byte[] needle, int from) {
    for (int i = from; i <= in.length - needle.length; i++) {
      if (in[i] == needle[0] && matches(in, i, needle, 0)) {
        return i;
      }
    }
    return -1;
  }

  private ContentRefusedException malformed(String fact) {
    return ContentRefusedException.malformed(WHAT, fact, at);
  }
}
