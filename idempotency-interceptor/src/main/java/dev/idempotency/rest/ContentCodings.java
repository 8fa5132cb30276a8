// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Undoes {@code Content-Encoding} for the fingerprint only: the handler gets the bytes as sent.
 * Each coding's result is bounded by the body limit, so a small body can't grow large.
 */
final class ContentCodings {

  /** Nobody sends more; a chain of codings is a way to make the server work. */
  private static final int MAX_CODINGS = 2;

  private ContentCodings() {}

  /**
   * Decodes a body.
   *
   * @param header the value of {@code Content-Encoding}, or null
   * @param body the bytes as sent
   * @param limit most bytes of each result
   * @throws UnacceptableRequestException if a coding is unknown, its data is damaged, or a result
   *     is over the limit
   */
  static byte[] decode(@Nullable String header, byte[] body, int limit) {
    List<String> codings = codings(header);
    if (codings.size() > MAX_CODINGS) {
      throw UnacceptableRequestException.malformed(
          "The body has %d content codings; send it with at most %d"
              .formatted(codings.size(), MAX_CODINGS));
    }
    byte[] decoded = body;
    for (int i = codings.size() - 1; i >= 0 && body.length > 0; i--) {
      decoded = decodeOne(codings.get(i), decoded, limit);
    }
    return decoded;
  }

  private static List<String> codings(@Nullable String header) {
    List<String> codings = new ArrayList<>();
    if (header != null) {
      for (String coding : header.split(",", -1)) {
        String name = coding.strip().toLowerCase(Locale.ROOT);
        if (!name.isEmpty() && !name.equals("identity")) {
          codings.add(name);
        }
      }
    }
    return codings;
  }

  private static byte[] decodeOne(String coding, byte[] body, int limit) {
    try {
      return switch (coding) {
        case "gzip", "x-gzip" -> CompressedData.gzip(body, limit);
        case "deflate" -> CompressedData.zlib(body, limit);
        default ->
            throw UnacceptableRequestException.malformed(
                "The body's content coding is not known here; send it as gzip, deflate or plain");
      };
    } catch (IOException e) {
      throw UnacceptableRequestException.malformed(
          "The body isn't valid %s data; send it again".formatted(coding), e);
    }
  }
}
