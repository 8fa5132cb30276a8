// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.servertests.contract.app;

import dev.idempotency.spi.ResultFilter;
import dev.idempotency.spi.StoredResult;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;

/** Masks card numbers and tokens of one operation, and fails for another. */
@ApplicationScoped
public class Masking implements ResultFilter {

  @Override
  public StoredResult filter(StoredResult result) {
    return switch (result.operation()) {
      case "feature.masked" -> masked(result);
      case "feature.mask-fails" ->
          throw new IllegalStateException("the filter of results fails as it was asked to");
      default -> result;
    };
  }

  private static StoredResult masked(StoredResult result) {
    return result
        .body()
        .map(body -> new String(body, StandardCharsets.UTF_8))
        .map(text -> text.replaceAll("[0-9]{12}([0-9]{4})", "************$1"))
        .map(text -> text.replaceAll("tok_[0-9a-f-]+", "tok_***"))
        .map(text -> result.withBody(text.getBytes(StandardCharsets.UTF_8)))
        .orElse(result);
  }
}
