// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A header value with parameters, such as {@code form-data; name="file"}. Parameter values are kept
 * as written between their quotes, because readers disagree on the meaning of a backslash there.
 */
final class HeaderValue {

  private final String text;
  private final String what;
  private final SortedMap<String, String> parameters = new TreeMap<>();
  private int at;

  private HeaderValue(String text, String what) {
    this.text = text;
    this.what = what;
  }

  /**
   * Reads a header value.
   *
   * @param what the header, for the message of a refusal
   * @throws ContentRefusedException if the parameters are malformed or one is repeated
   */
  static HeaderValue parse(String text, String what) {
    HeaderValue value = new HeaderValue(text, what);
    value.at = value.indexOf(';', 0);
    while (value.at < text.length()) {
      value.parameter();
    }
    return value;
  }

  /** Returns what stands before the parameters, in lower case. */
  String value() {
    return text.substring(0, indexOf(';', 0)).strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the parameters, sorted by their names in lower case. */
  SortedMap<String, String> parameters() {
    return parameters;
  }

  /** Returns a parameter by its name in lower case. */
  Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /** Reads one parameter, from its semicolon to the next or to the end. */
  private void parameter() {
    at++;
    skipSpace();
    if (at == text.length() || text.charAt(at) == ';') {
      return;
    }
    int equals = indexOf('=', at);
    if (equals == text.length()) {
      throw malformed("a parameter has no value");
    }
    String name = text.substring(at, equals).strip().toLowerCase(Locale.ROOT);
    at = equals + 1;
    skipSpace();
    String value = at < text.length() && text.charAt(at) == '"' ? quoted() : token();
    if (name.isEmpty() || parameters.put(name, value) != null) {
      throw malformed("a parameter is repeated or has no name");
    }
  }

  private String token() {
    int from = at;
    at = indexOf(';', from);
    String token = text.substring(from, at).strip();
    if (token.isEmpty() || token.indexOf('"') >= 0) {
      throw malformed("a parameter value is empty or badly quoted");
    }
    return token;
  }

  private String quoted() {
    int from = at + 1;
    int end = from;
    while (end < text.length() && text.charAt(end) != '"') {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    if (end >= text.length()) {
      throw malformed("a quoted parameter value doesn't end");
    }
    at = end + 1;
    skipSpace();
    if (at < text.length() && text.charAt(at) != ';') {
      throw malformed("something follows a quoted parameter value");
    }
    return text.substring(from, end);
  }

  private void skipSpace() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private int indexOf(char wanted, int from) {
    int found = text.indexOf(wanted, from);
    return found < 0 ? text.length() : found;
  }

  private ContentRefusedException malformed(String fact) {
    return ContentRefusedException.malformed(what, fact);
  }
}
