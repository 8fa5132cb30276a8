// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What was charged, and what was answered for each key. Thread-safe. */
final class Ledger {

  private record Remembered(JsonNode request, Charge charge) {}

  private final List<Charge> charges = new ArrayList<>();
  private final Map<String, Remembered> byKey = new HashMap<>();

  /**
   * Books a charge, once per key.
   *
   * @return the charge, the first one for a key that was seen with the same request; empty if the
   *     key was seen with another request
   */
  synchronized Optional<Charge> book(@Nullable String key, ChargeRequest request) {
    if (key == null) {
      return Optional.of(add(null, request));
    }
    Remembered first =
        byKey.computeIfAbsent(key, unseen -> new Remembered(request.body(), add(unseen, request)));
    return first.request().equals(request.body()) ? Optional.of(first.charge()) : Optional.empty();
  }

  private Charge add(@Nullable String key, ChargeRequest request) {
    Charge charge =
        new Charge(
            UUID.randomUUID().toString(),
            key,
            request.amountInCents(),
            request.accountNumber(),
            Instant.now().toString());
    charges.add(charge);
    return charge;
  }

  synchronized List<Charge> charges() {
    return List.copyOf(charges);
  }

  synchronized void forget() {
    charges.clear();
    byKey.clear();
  }
}
