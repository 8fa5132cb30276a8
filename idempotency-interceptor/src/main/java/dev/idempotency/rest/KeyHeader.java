// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.InvalidKeyException;
import dev.idempotency.InvalidKeyException.Reason;
import dev.idempotency.protocol.LegalKey;
import java.util.List;

/**
 * Reads and writes the key's header: a string of RFC 9651, section 3.3.3, or the same text bare.
 * Both spellings mean the same key. Which keys are legal says {@link LegalKey}.
 */
final class KeyHeader {

  private static final String NOT_BARE = " ,;\"\\";

  private final String header;
  private final String text;

  private KeyHeader(String header, String line) {
    this.header = header;
    this.text = withoutOuterSpace(line);
  }

  /**
   * Reads the key.
   *
   * @param header the field's name, for messages
   * @param lines the field's lines, at least one
   * @throws InvalidKeyException if there isn't exactly one well-formed value; the message doesn't
   *     hold it
   */
  static String parse(String header, List<String> lines) {
    if (lines.size() > 1) {
      throw repeated(header);
    }
    return new KeyHeader(header, lines.get(0)).key();
  }

  static InvalidKeyException missing(String header) {
    return new InvalidKeyException(
        Reason.MISSING,
        "This operation needs the request header %s; choose a key for this request and send it"
            .formatted(header));
  }

  /**
   * Writes a key: bare where that means the same, else as a string.
   *
   * @param key a legal key
   */
  static String of(String key) {
    if (key.chars().noneMatch(c -> NOT_BARE.indexOf(c) >= 0)) {
      return key;
    }
    return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private String key() {
    String key = text.startsWith("\"") ? quoted() : bare();
    LegalKey.fault(key)
        .ifPresent(
            fault -> {
              throw malformed(fault);
            });
    return key;
  }

  private String quoted() {
    StringBuilder key = new StringBuilder(text.length());
    int at = 1;
    while (at < text.length() && text.charAt(at) != '"') {
      char c = text.charAt(at);
      if (c == '\\') {
        at++;
        c = at < text.length() ? text.charAt(at) : c;
        if (at == text.length() || (c != '"' && c != '\\')) {
          throw malformed("a backslash escapes neither a quote nor a backslash");
        }
      }
      key.append(c);
      at++;
    }
    if (at == text.length()) {
      throw malformed("its quote isn't closed");
    }
    requireEnd(withoutOuterSpace(text.substring(at + 1)));
    return key.toString();
  }

  private void requireEnd(String rest) {
    if (rest.isEmpty()) {
      return;
    }
    if (rest.charAt(0) == ',' && !withoutOuterSpace(rest.substring(1)).isEmpty()) {
      throw repeated(header);
    }
    throw malformed("something follows the closing quote");
  }

  private String bare() {
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == ',' && at > 0 && !withoutOuterSpace(text.substring(at + 1)).isEmpty()) {
        throw repeated(header);
      }
      if (NOT_BARE.indexOf(c) >= 0) {
        throw malformed("a space, comma, semicolon, quote or backslash stands outside quotes");
      }
    }
    return text;
  }

  /** Takes off the optional white space of RFC 9110, section 5.6.3. */
  private static String withoutOuterSpace(String line) {
    int from = 0;
    int to = line.length();
    while (from < to && isSpace(line.charAt(from))) {
      from++;
    }
    while (to > from && isSpace(line.charAt(to - 1))) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t';
  }

  private static InvalidKeyException repeated(String header) {
    return new InvalidKeyException(
        Reason.REPEATED,
        "The request header %s carries more than one key; send exactly one".formatted(header));
  }

  private InvalidKeyException malformed(String fact) {
    return new InvalidKeyException(
        Reason.MALFORMED,
        "The request header %s carries no usable key: %s; send 1 to %d printable ASCII characters,"
                .formatted(header, fact, LegalKey.MAX_LENGTH)
            + " in quotes or bare, without a space at either end");
  }
}
