// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a request's body into memory, up to a limit, and leaves the handler the very same bytes.
 */
final class BodyCapture {

  private BodyCapture() {}

  /**
   * Captures the body. What is over the limit is left unread: the server drains it or closes the
   * connection.
   *
   * @throws UnacceptableRequestException if the body is over the limit; where its length is
   *     declared, nothing is read
   * @throws IllegalStateException if something in front of JAX-RS has consumed the body
   */
  static byte[] capture(ContainerRequestContext request, int limit) throws IOException {
    int declared = request.getLength();
    if (declared > limit) {
      throw UnacceptableRequestException.tooLarge(limit);
    }
    byte[] body = readAtMost(request.getEntityStream(), limit);
    if (body.length == 0 && declared > 0) {
      throw new IllegalStateException(
          "The request declares %d bytes, but none was left to compare; nothing in front of the"
                  .formatted(declared)
              + " idempotency filter may consume the body, for example by getParameter()");
    }
    if (body.length > 0) {
      request.setEntityStream(new ByteArrayInputStream(body));
    }
    return body;
  }

  /**
   * Reads a stream to its end.
   *
   * @throws UnacceptableRequestException as soon as more than the limit was read
   */
  static byte[] readAtMost(InputStream in, int limit) throws IOException {
    byte[] bytes = in.readNBytes(limit);
    if (bytes.length == limit && in.read() >= 0) {
      throw UnacceptableRequestException.tooLarge(limit);
    }
    return bytes;
  }
}
