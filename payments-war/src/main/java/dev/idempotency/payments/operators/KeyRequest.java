// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.payments.http.JsonFields;
import jakarta.json.JsonObject;
import java.util.Set;

/**
 * Which record an operator looks for.
 *
 * @param operation the guarded method
 * @param scope whose key it is; empty for nobody's
 * @param key the key, without quotes
 */
record KeyRequest(String operation, String scope, String key) {

  private static final int LONGEST = 255;

  static KeyRequest read(JsonObject body) {
    JsonFields fields = JsonFields.of(body).only(Set.of("operation", "scope", "key"));
    return new KeyRequest(
        fields.text("operation", 1, LONGEST),
        fields.has("scope") ? fields.text("scope", 0, LONGEST) : "",
        fields.text("key", 1, LONGEST));
  }

  /** Never the key. */
  @Override
  public String toString() {
    return "KeyRequest[%s]".formatted(operation);
  }
}
