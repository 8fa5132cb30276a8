// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import jakarta.json.Json;
import jakarta.ws.rs.ClientErrorException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/** Builds what a method answers; every answer holds a new id, so that no two are alike. */
final class Answers {

  private static final int MEGABYTE = 1 << 20;

  private Answers() {}

  static Response of(Want want, String label) {
    return switch (want) {
      case OK_200 -> text(200, label);
      case CREATED_201 ->
          Response.fromResponse(text(201, label)).header("Location", "/things/" + label).build();
      case ACCEPTED_202 -> text(202, label);
      case NO_CONTENT_204 -> Response.noContent().header("ETag", etag()).build();
      case SEE_OTHER_303 ->
          Response.status(303).header("Location", "/things/" + UUID.randomUUID()).build();
      case BAD_REQUEST_400 -> text(400, label);
      case PAYMENT_REQUIRED_402 -> text(402, label);
      case FORBIDDEN_403 -> text(403, label);
      case NOT_FOUND_404 -> text(404, label);
      case NOT_ACCEPTABLE_406 -> text(406, label);
      case TIMEOUT_408 -> text(408, label);
      case CONFLICT_409 -> text(409, label);
      case CONFLICT_409_WITH_RETRY_AFTER ->
          Response.fromResponse(text(409, label)).header("Retry-After", "7").build();
      case RUNS_200 -> text(200, "runs: " + Desk.runs(label));
      case UNPROCESSABLE_422 -> text(422, label);
      case TOO_EARLY_425 -> text(425, label);
      case TOO_MANY_429 -> text(429, label);
      case ERROR_500 -> text(500, label);
      case UNAVAILABLE_503 -> text(503, label);
      case EVERY_HEADER -> everyHeader(label);
      case ODD_JSON -> json(oddJson());
      case JSON_OBJECT ->
          Response.ok(
                  Json.createObjectBuilder()
                      .add("z", label)
                      .add("a", new BigDecimal("10.00"))
                      .addNull("n")
                      .build())
              .type("application/json")
              .build();
      case EMPTY_TEXT -> Response.ok("").type("text/plain").build();
      case NO_ENTITY -> Response.ok().header("ETag", etag()).build();
      case SECRETS ->
          json("{\"card\":\"4111111111111111\",\"token\":\"tok_" + UUID.randomUUID() + "\"}");
      case STREAMING_OUTPUT_3_MB -> pdf((StreamingOutput) out -> out.write(bytes(3 * MEGABYTE)));
      case BYTES_3_MB -> pdf(bytes(3 * MEGABYTE));
      case FILE_3_MB -> pdf(file(3 * MEGABYTE).toFile());
      case INPUT_STREAM_3_MB -> pdf(new ByteArrayInputStream(bytes(3 * MEGABYTE)));
      case BEYOND_THE_STORED_LIMIT ->
          Response.status(201)
              .entity(bytes(5 * MEGABYTE))
              .type("application/pdf")
              .header("Location", "/things/" + label)
              .build();
      case REFUSAL_BEYOND_THE_STORED_LIMIT ->
          Response.status(402).entity(bytes(5 * MEGABYTE)).type("application/pdf").build();
      case BUILT_LOCATION -> Response.created(URI.create("things/" + label)).build();
      case ENCODED_BY_ITSELF ->
          Response.ok(gzip("encoded " + UUID.randomUUID()))
              .type("text/plain")
              .header("Content-Encoding", "gzip")
              .header("Location", "/things/" + label)
              .build();
      case WRITER_THROWS_AT_ONCE -> Response.ok(new Unwritable(false)).type("text/plain").build();
      case WRITER_THROWS_418 ->
          Response.ok(
                  (StreamingOutput)
                      out -> {
                        throw new ClientErrorException(418);
                      })
              .build();
      case WRITER_THROWS_HALFWAY -> Response.ok(new Unwritable(true)).type("text/plain").build();
      case NO_WRITER -> Response.ok(new Answers()).type("application/x-nobody-writes").build();
      default -> text(201, label);
    };
  }

  static Response text(int status, String label) {
    return Response.status(status)
        .entity(label + " " + UUID.randomUUID())
        .type("text/plain;charset=UTF-8")
        .build();
  }

  private static Response everyHeader(String label) {
    return Response.fromResponse(text(201, label))
        .header("Location", "/things/a%2Fb?x=%7e&y=1#part")
        .header("ETag", "W/\"" + UUID.randomUUID() + "\"")
        .header("Link", "</things?page=2>; rel=\"next\"")
        .header("Link", "</things?page=9>; rel=last; title=\"a, b\"")
        .header("Content-Language", "de-AT, en")
        .header("Content-Disposition", "attachment; filename*=UTF-8''%e2%82%ac.txt")
        .header("Content-Location", "/things/" + label)
        .header("Set-Cookie", "session=" + UUID.randomUUID() + "; Path=/")
        .header("Last-Modified", "Tue, 15 Nov 1994 12:45:26 GMT")
        .header("Expires", "Thu, 01 Dec 1994 16:00:00 GMT")
        .header("X-Request-Id", UUID.randomUUID().toString())
        .header("X-Custom", "kept by nobody")
        .build();
  }

  private static String oddJson() {
    return "{ \"z\" :1 ,\t\"a\":10.00,\n\"decimal\":0.12345678901234567890123456789 , \"id\":\""
        + UUID.randomUUID()
        + "\",\"umlaut\":\"\u00fc\\u00fc\", \"a\" : 1e2 }\r\n";
  }

  private static Response json(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return Response.ok(utf8).type("application/json").build();
  }

  private static Response pdf(Object entity) {
    return Response.ok(entity)
        .type("application/pdf")
        .header("Content-Disposition", "inline")
        .build();
  }

  private static String etag() {
    return "\"" + UUID.randomUUID() + "\"";
  }

  static URI location(String label) {
    return URI.create("/things/" + label);
  }

  static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random().nextBytes(bytes);
    return bytes;
  }

  static Path file(int length) {
    try {
      Path file = Files.createTempFile("contract-", ".pdf");
      file.toFile().deleteOnExit();
      return Files.write(file, bytes(length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static byte[] gzip(String text) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
