// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The first version. Its rules and its fixed vectors are in {@code docs/reference/fingerprint.md}.
 */
final class Version1 implements Algorithm {

  static final int NUMBER = 1;
  static final Version1 INSTANCE = new Version1();

  // What is digested begins with its kind and version, so that digests of different ones can't
  // meet.
  private static final byte[] REQUEST = ascii("idempotency-request-1");
  private static final byte[] ARGUMENTS = ascii("idempotency-arguments-1");

  private Version1() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public byte[] digest(RequestContent request) {
    DigestWriter out = new DigestWriter();
    out.putBlock(REQUEST);
    out.putBlock(utf8(request.method(), "method"));
    putPath(request.rawPath(), out);
    putQuery(request.rawQuery(), out);
    MediaType type = MediaType.of(request.contentType());
    out.putBlock(utf8(type.essence(), "Content-Type"));
    BodyWriter.put(request, type, out);
    return out.finish();
  }

  @Override
  public byte[] digest(CallArguments arguments) {
    byte[] json = arguments.json();
    JsonTape tape = JsonParser.parse(json, 0, json.length);
    if (tape.kind(0) != JsonTape.Kind.ARRAY) {
      throw ContentRefusedException.malformed("arguments", "they are no JSON array");
    }
    DigestWriter canonical = new DigestWriter();
    CanonicalJson.put(tape, arguments.excluded(), CanonicalJson.NullMembers.LEFT_OUT, canonical);
    DigestWriter out = new DigestWriter();
    out.putBlock(ARGUMENTS);
    out.put(canonical.finish());
    return out.finish();
  }

  private static void putPath(String rawPath, DigestWriter out) {
    Bytes path = new Bytes();
    PercentEncoding.normalizePath(utf8(rawPath, "path"), "path", path);
    out.putBlock(path.array(), 0, path.length());
  }

  private static void putQuery(@Nullable String rawQuery, DigestWriter out) {
    byte[] query = utf8(rawQuery == null ? "" : rawQuery, "query");
    FormPairs.parse(query, 0, query.length, "query").putSorted(out);
  }

  private static byte[] utf8(String text, String what) {
    return Utf8.encode(text)
        .orElseThrow(() -> ContentRefusedException.malformed(what, "it holds a lone surrogate"));
  }
}
