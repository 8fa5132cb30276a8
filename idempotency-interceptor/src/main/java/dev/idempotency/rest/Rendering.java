// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.protocol.Ending;
import dev.idempotency.protocol.Outcome;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A response as bytes, rendered before it was known whether it will be the answer.
 *
 * @param ending the ending that it stands for, matched by identity
 * @param status the status
 * @param headers every header, with what the body's writer added, except the media type
 * @param mediaType the media type, or null for no body
 * @param body the body, or null for none
 * @param outcome what is stored of it
 */
record Rendering(
    Ending ending,
    int status,
    MultivaluedMap<String, Object> headers,
    @Nullable MediaType mediaType,
    @Nullable SpillingBuffer body,
    Outcome outcome) {

  /** The body to send, once; null for none. */
  @Nullable Object entity() throws IOException {
    if (body == null) {
      return null;
    }
    return body.spilled() ? body.everything() : body.bytes();
  }

  /** Frees what a rendering holds that will not be sent. */
  void discard() throws IOException {
    if (body != null) {
      body.discard();
    }
  }
}
