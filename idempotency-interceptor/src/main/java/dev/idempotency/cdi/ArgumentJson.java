// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import dev.idempotency.protocol.Causes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes the arguments by which a retry of a value call is compared, as one JSON array. */
final class ArgumentJson {

  private ArgumentJson() {}

  /**
   * Writes.
   *
   * @throws IllegalArgumentException if an argument has no JSON form; the message names it and its
   *     type, never its value
   */
  static byte[] of(GuardedMethod method, Object[] arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = Json.ARGUMENTS.getFactory().createGenerator(bytes)) {
      out.writeStartArray();
      for (int index : method.arguments().compared()) {
        write(out, method, index, arguments[index]);
      }
      out.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to memory failed", e);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator out, GuardedMethod method, int index, Object argument)
      throws IOException {
    try {
      // By its own class, not by the declared one, which may show only a part of it.
      Json.ARGUMENTS.writeValue(out, argument);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          ("Argument %d of %s, a %s, has no JSON form by which a retry could be compared: %s."
                  + " Annotate the parameter @ExcludedFromFingerprint, or pass a value that Jackson"
                  + " can write")
              .formatted(index + 1, method.where(), argument.getClass().getName(), reason(e)),
          e);
    }
  }

  /** Jackson's own words are of types; what a getter throws may show a value. */
  private static String reason(JsonProcessingException e) {
    return e instanceof InvalidDefinitionException ? e.getOriginalMessage() : Causes.describe(e);
  }
}
