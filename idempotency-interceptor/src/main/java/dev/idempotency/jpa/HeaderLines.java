// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.idempotency.protocol.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Header lines as text: a JSON array of {@code [name, value]}, in order, in ASCII. Lossless for
 * every Java string; null stands for no line at all.
 */
final class HeaderLines {

  private static final int NAME_AND_VALUE = 2;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          // What is no ASCII is escaped, so that any character survives any database encoding.
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private HeaderLines() {}

  /** The lines as text, or null where there are none. */
  static @Nullable String encode(List<Header> headers) {
    if (headers.isEmpty()) {
      return null;
    }
    ArrayNode lines = JSON.createArrayNode();
    headers.forEach(header -> lines.addArray().add(header.name()).add(header.value()));
    return write(lines);
  }

  private static String write(ArrayNode lines) {
    try {
      return JSON.writeValueAsString(lines);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("An array of strings is always JSON; this one is not", e);
    }
  }

  /** The lines of the text; empty where it is not what {@link #encode} writes. */
  static Optional<List<Header>> decode(@Nullable String text) {
    if (text == null) {
      return Optional.of(List.of());
    }
    try {
      return lines(JSON.readTree(text));
    } catch (JsonProcessingException e) {
      // Not passed on: it quotes the text, and headers are nobody's to log.
      return Optional.empty();
    }
  }

  private static Optional<List<Header>> lines(JsonNode lines) {
    List<Header> headers = new ArrayList<>();
    for (JsonNode line : lines) {
      if (!isLine(line)) {
        return Optional.empty();
      }
      headers.add(new Header(line.get(0).textValue(), line.get(1).textValue()));
    }
    return lines.isArray() ? Optional.of(List.copyOf(headers)) : Optional.empty();
  }

  private static boolean isLine(JsonNode line) {
    return line.isArray()
        && line.size() == NAME_AND_VALUE
        && line.get(0).isTextual()
        && line.get(1).isTextual();
  }
}
