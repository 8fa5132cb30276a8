// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.idempotency.Outbox;
import dev.idempotency.OutboxOptions;
import dev.idempotency.OutboxReceipt;
import dev.idempotency.outbox.Sends;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;

/** The injectable side of {@link Sends}. */
@ApplicationScoped
class OutboxView implements Outbox {

  @Inject Sends sends;

  @Override
  public OutboxReceipt send(String destination, byte[] payload, OutboxOptions options) {
    return sends.send(destination, payload, "application/octet-stream", options);
  }

  @Override
  public OutboxReceipt send(String destination, String text, OutboxOptions options) {
    return sends.send(
        destination, text.getBytes(StandardCharsets.UTF_8), "text/plain;charset=UTF-8", options);
  }

  @Override
  public OutboxReceipt sendJson(String destination, Object value, OutboxOptions options) {
    byte[] json;
    try {
      json = Json.RESULTS.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      // The message of the cause may quote the value.
      throw new IllegalArgumentException(
          "An object of %s cannot be written as JSON: %s"
              .formatted(value.getClass().getName(), e.getClass().getSimpleName()));
    }
    return sends.send(destination, json, "application/json", options);
  }
}
