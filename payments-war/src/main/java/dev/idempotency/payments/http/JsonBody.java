// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.http;

import jakarta.json.Json;
import jakarta.json.JsonConfig;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.core.Response.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads the body of a request that a person sends, the same on every server. */
public final class JsonBody {

  private static final int MAX_BYTES = 1024 * 1024;

  // One for all requests: each call of the static methods of Json looks for the implementation
  // anew.
  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());
  private static final JsonReaderFactory READERS =
      Json.createReaderFactory(Map.of(JsonConfig.KEY_STRATEGY, JsonConfig.KeyStrategy.NONE));

  private JsonBody() {}

  /**
   * Reads one JSON object in UTF-8.
   *
   * @param body the request's body
   * @return the object
   * @throws BadRequestException with a problem as its entity if the body is anything else, or
   *     repeats a member
   * @throws ClientErrorException with status 413 if it is larger than a mebibyte
   */
  public static JsonObject read(InputStream body) {
    byte[] bytes = bytes(body);
    if (bytes.length > MAX_BYTES) {
      throw new ClientErrorException(
          Problem.of(Status.REQUEST_ENTITY_TOO_LARGE).toResponse().build());
    }
    try (JsonParser parser = PARSERS.createParser(text(bytes));
        JsonReader reader = READERS.createReader(text(bytes))) {
      // To its end first: a reader ignores what follows the object.
      while (parser.hasNext()) {
        parser.next();
      }
      return reader.readObject();
    } catch (RuntimeException e) {
      // JsonException by contract; Parsson throws a bare RuntimeException at too deep a nesting.
      throw new BadRequestException(Problem.malformedJson().toResponse().build(), e);
    }
  }

  /** A decoder made this way reports broken UTF-8 instead of replacing it. */
  private static InputStreamReader text(byte[] bytes) {
    return new InputStreamReader(
        new ByteArrayInputStream(bytes), StandardCharsets.UTF_8.newDecoder());
  }

  private static byte[] bytes(InputStream body) {
    try {
      return body.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw new UncheckedIOException("The body could not be read to its end", e);
    }
  }
}
