// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Reads a request's body into memory, up to a limit, and leaves the handler the very same bytes.
 */
final class BodyCapture {

  private static final String EXPECT = "Expect";

  private BodyCapture() {}

  /**
   * Captures the body. Of one that declares a length over the limit, up to twice the limit, the
   * bytes are thrown away before it is refused: a client that still writes while its connection is
   * closed would not see why. One that asked whether to send it, by {@code Expect}, is told before.
   * What is left of any other is left unread.
   *
   * @throws UnacceptableRequestException if the body is over the limit, or if it ends before its
   *     declared end, or its framing is broken
   * @throws IllegalStateException if something in front of JAX-RS has consumed the body
   */
  static byte[] capture(ContainerRequestContext request, int limit) {
    int declared = request.getLength();
    if (declared > limit) {
      boolean asksFirst = request.getHeaderString(EXPECT) != null;
      if (!asksFirst && declared - limit <= limit) {
        discard(request.getEntityStream());
      }
      throw UnacceptableRequestException.tooLarge(limit);
    }
    byte[] body = readSent(request.getEntityStream(), limit);
    boolean isGone =
        declared > 0
            || FormParameters.haveConsumedTheBody(request.getMediaType(), request.getUriInfo());
    if (body.length == 0 && isGone) {
      throw new IllegalStateException(
          "The request has a body, but nothing of it was left to compare; nothing in front of the"
              + " idempotency filter may consume the body, for example by getParameter()");
    }
    if (body.length > 0) {
      request.setEntityStream(new ByteArrayInputStream(body));
    }
    return body;
  }

  private static void discard(InputStream in) {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // A body that breaks off is too large all the same.
    }
  }

  /**
   * Reads what a client sends.
   *
   * @throws UnacceptableRequestException as soon as more than the limit was read, or if the body
   *     breaks off
   */
  static byte[] readSent(InputStream in, int limit) {
    try {
      return readAtMost(in, limit);
    } catch (IOException e) {
      // The servers differ: left alone it is 400 on one, 500 on the other.
      throw UnacceptableRequestException.malformed(
          "The body could not be read to its end; send as much as is declared", e);
    }
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
