// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.charset.StandardCharsets;

/**
 * Writes a body as it is compared: the kind of its content, then the SHA-256 of the canonical form
 * for that kind. The digest stands in for the form so that a body of any length streams.
 */
final class BodyWriter {

  private static final byte[] EMPTY = kind("empty");
  private static final byte[] JSON = kind("json");
  private static final byte[] FORM = kind("form");
  private static final byte[] MULTIPART = kind("multipart");
  private static final byte[] BYTES = kind("bytes");

  private BodyWriter() {}

  private static byte[] kind(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  static void put(RequestContent request, MediaType type, DigestWriter out) {
    byte[] body = request.body();
    if (body.length > 0 && type.isForm()) {
      DigestWriter form = new DigestWriter();
      FormPairs.parse(body, 0, body.length, "form body").put(form);
      put(FORM, form, out);
    } else if (body.length > 0 && type.isMultipart()) {
      DigestWriter multipart = new DigestWriter();
      MultipartWriter.put(request, type, multipart);
      put(MULTIPART, multipart, out);
    } else {
      putSimple(type, body, 0, body.length, request.excluded(), out);
    }
  }

  /** Puts content that has no parts: nothing, JSON, or bytes. */
  static void putSimple(
      MediaType type,
      byte[] content,
      int from,
      int to,
      ExcludedMembers excluded,
      DigestWriter out) {
    DigestWriter inner = new DigestWriter();
    if (from == to) {
      put(EMPTY, inner, out);
    } else if (type.isJson()) {
      JsonTape tape = JsonParser.parse(content, from, to);
      CanonicalJson.put(tape, excluded, CanonicalJson.NullMembers.KEPT, inner);
      put(JSON, inner, out);
    } else {
      inner.put(content, from, to);
      put(BYTES, inner, out);
    }
  }

  private static void put(byte[] kind, DigestWriter content, DigestWriter out) {
    out.putBlock(kind);
    out.put(content.finish());
  }
}
