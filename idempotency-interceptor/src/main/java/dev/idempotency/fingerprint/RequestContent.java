// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import org.jspecify.annotations.Nullable;

/**
 * The parts of an HTTP request that are compared: method, path, query, media type and body. What
 * counts as equal is stated in {@code docs/reference/fingerprint.md}.
 */
public final class RequestContent implements FingerprintSource {

  private final String method;
  private final String rawPath;
  private final @Nullable String rawQuery;
  private final @Nullable String contentType;
  private final byte[] body;
  private final ExcludedMembers excluded;

  /**
   * Captures a request.
   *
   * @param method the request method as sent
   * @param rawPath the resolved path with its percent-encoding as sent: a decoded one can't tell
   *     {@code /a%2Fb} from {@code /a/b}
   * @param rawQuery the query with its percent-encoding as sent, without the question mark; null
   *     where there is none
   * @param contentType the value of {@code Content-Type} as sent; null where there is none
   * @param body the body after {@code Content-Encoding} was decoded, empty where there is none; not
   *     copied, so it must not be changed afterwards
   * @param excluded the members of a JSON body that don't count
   */
  public RequestContent(
      String method,
      String rawPath,
      @Nullable String rawQuery,
      @Nullable String contentType,
      byte[] body,
      ExcludedMembers excluded) {
    this.method = method;
    this.rawPath = rawPath;
    this.rawQuery = rawQuery;
    this.contentType = contentType;
    this.body = body;
    this.excluded = excluded;
  }

  @Override
  public Fingerprint fingerprint(int version) {
    return Fingerprint.of(version, Algorithm.of(version).digest(this));
  }

  String method() {
    return method;
  }

  String rawPath() {
    return rawPath;
  }

  @Nullable String rawQuery() {
    return rawQuery;
  }

  @Nullable String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }

  ExcludedMembers excluded() {
    return excluded;
  }
}
