// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.fingerprint;

import dev.idempotency.fingerprint.MultipartParser.Part;
import dev.idempotency.fingerprint.MultipartParser.Parts;
import dev.idempotency.fingerprint.MultipartParser.Range;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes a multipart body part by part, without its boundary. Of the headers of form data only
 * those count that RFC 7578 gives a meaning; in other multipart types all of them do.
 */
final class MultipartWriter {

  private static final String WHAT = "multipart body";
  private static final String DISPOSITION = "content-disposition";
  private static final String TYPE = "content-type";
  private static final String TRANSFER_ENCODING = "content-transfer-encoding";
  private static final List<String> DISPOSITION_PARAMETERS =
      List.of("name", "filename", "filename*");
  private static final Set<String> ENCODINGS_THAT_CHANGE_NOTHING =
      Set.of("", "7bit", "8bit", "binary");

  private MultipartWriter() {}

  static void put(RequestContent request, MediaType type, DigestWriter out) {
    byte[] body = request.body();
    String contentType = Optional.ofNullable(request.contentType()).orElse("");
    Parts parts = MultipartParser.parse(body, contentType);
    putBlock(body, parts.preamble(), out);
    out.putInt(parts.parts().size());
    for (Part part : parts.parts()) {
      if (type.isFormData()) {
        putFormDataHeaders(part.headers(), out);
      } else {
        putAllHeaders(part.headers(), out);
      }
      putContent(part, body, out);
    }
    putBlock(body, parts.epilogue(), out);
  }

  private static void putFormDataHeaders(Map<String, String> headers, DigestWriter out) {
    HeaderValue disposition =
        HeaderValue.parse(headers.getOrDefault(DISPOSITION, ""), "Content-Disposition of a part");
    if (disposition.parameter("name").isEmpty()) {
      throw ContentRefusedException.malformed(WHAT, "a part of form data has no name");
    }
    for (String parameter : DISPOSITION_PARAMETERS) {
      disposition
          .parameter(parameter)
          .ifPresentOrElse(value -> putBlock(value, out), out::putAbsent);
    }
    putBlock(mediaType(headers).essence(), out);
    String encoding = headers.getOrDefault(TRANSFER_ENCODING, "").toLowerCase(Locale.ROOT);
    putBlock(ENCODINGS_THAT_CHANGE_NOTHING.contains(encoding) ? "" : encoding, out);
  }

  private static void putAllHeaders(Map<String, String> headers, DigestWriter out) {
    out.putInt(headers.size());
    new TreeMap<>(headers)
        .forEach(
            (name, value) -> {
              putBlock(name, out);
              putBlock(value, out);
            });
  }

  private static void putContent(Part part, byte[] body, DigestWriter out) {
    Range content = part.content();
    BodyWriter.putSimple(
        mediaType(part.headers()), body, content.from(), content.to(), ExcludedMembers.none(), out);
  }

  private static MediaType mediaType(Map<String, String> headers) {
    return MediaType.of(headers.get(TYPE));
  }

  private static void putBlock(String header, DigestWriter out) {
    out.putBlock(header.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static void putBlock(byte[] body, Range range, DigestWriter out) {
    out.putBlock(body, range.from(), range.to());
  }
}
