// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Which header lines of an answer may be stored and replayed. */
final class StorableHeaders {

  static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  /** Control characters end a line or worse; a tab is white space (RFC 9110 §5.5). */
  private static final Pattern VALUE = Pattern.compile("[\\t\\P{Cntrl}]*");

  /**
   * Headers that belong to one exchange or one caller; a replay must not repeat them: cookies,
   * authentication, dates, request ids, encodings, and what belongs to the connection.
   */
  private static final Set<String> NEVER =
      Set.of(
          "age",
          "authentication-info",
          "authorization",
          "connection",
          "content-encoding",
          "content-length",
          "cookie",
          "date",
          "expires",
          "idempotency-key",
          "idempotency-key-expires",
          "idempotent-replayed",
          "keep-alive",
          "last-modified",
          "proxy-authenticate",
          "proxy-authentication-info",
          "proxy-authorization",
          "proxy-connection",
          "request-id",
          "set-cookie",
          "set-cookie2",
          "te",
          "traceparent",
          "tracestate",
          "trailer",
          "transfer-encoding",
          "upgrade",
          "www-authenticate",
          "x-correlation-id",
          "x-request-id");

  private StorableHeaders() {}

  static boolean isNever(String name) {
    return NEVER.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a line can be sent as it is, to whoever asks again. */
  static boolean isLine(String name, String value) {
    return NAME.matcher(name).matches() && !isNever(name) && VALUE.matcher(value).matches();
  }
}
