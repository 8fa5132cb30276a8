// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.payload;

import dev.idempotency.payments.http.Problem;
import jakarta.json.Json;
import jakarta.json.stream.JsonParser;
import jakarta.json.stream.JsonParserFactory;
import jakarta.ws.rs.BadRequestException;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.MessageBodyReader;
import jakarta.ws.rs.ext.Provider;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Reads the payment from JSON, the same on every server and before a resource method is entered, so
 * that a malformed body never reaches a guarded method.
 *
 * <p>The servers' own bindings differ (Yasson, Jackson) in what they take for a number and in how
 * they refuse it.
 */
@Provider
@Consumes(MediaType.APPLICATION_JSON)
public class PaymentRequestReader implements MessageBodyReader<PaymentRequest> {

  private static final String IDENTITY = "identity";

  // One for all: each call of the static methods of Json looks for the implementation anew.
  private static final JsonParserFactory PARSERS = Json.createParserFactory(Map.of());

  @Override
  public boolean isReadable(
      Class<?> type, Type genericType, Annotation[] annotations, MediaType mediaType) {
    return type == PaymentRequest.class;
  }

  /**
   * Reads one JSON object in UTF-8.
   *
   * @throws BadRequestException with a problem as its entity if the body is anything else
   * @throws NotSupportedException if the body is encoded; RFC 9110, section 15.5.16
   */
  @Override
  public PaymentRequest readFrom(
      Class<PaymentRequest> type,
      Type genericType,
      Annotation[] annotations,
      MediaType mediaType,
      MultivaluedMap<String, String> httpHeaders,
      InputStream entityStream) {
    refuseEncoded(httpHeaders);
    // A decoder made this way reports broken UTF-8 instead of replacing it.
    InputStreamReader text =
        new InputStreamReader(entityStream, StandardCharsets.UTF_8.newDecoder());
    try (JsonParser parser = PARSERS.createParser(text)) {
      return Binding.bind(JsonMembers.read(parser));
    } catch (RuntimeException e) {
      // JsonException by contract; Parsson throws a bare RuntimeException at too deep a nesting.
      throw malformed(e);
    }
  }

  private static void refuseEncoded(MultivaluedMap<String, String> headers) {
    String coding = headers.getFirst(HttpHeaders.CONTENT_ENCODING);
    if (coding != null && !coding.isBlank() && !coding.trim().equalsIgnoreCase(IDENTITY)) {
      Problem problem =
          Problem.of(
              Status.UNSUPPORTED_MEDIA_TYPE,
              "encoded-content",
              "The body is encoded",
              "Send the JSON as it is, without Content-Encoding; nothing was stored.");
      throw new NotSupportedException(
          problem.toResponse().header(HttpHeaders.ACCEPT_ENCODING, IDENTITY).build());
    }
  }

  private static BadRequestException malformed(RuntimeException cause) {
    return new BadRequestException(Problem.malformedJson().toResponse().build(), cause);
  }
}
