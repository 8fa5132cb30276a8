// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.InvalidKeyException;
import dev.idempotency.protocol.LegalKey;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key in an argument of a value call. */
final class KeyArgument {

  private KeyArgument() {}

  /**
   * Reads.
   *
   * @return the key; empty for null
   * @throws InvalidKeyException if the argument is no legal key
   */
  static Optional<String> read(@Nullable Object argument) {
    Optional<String> key = Optional.ofNullable(argument).map(Object::toString);
    key.flatMap(LegalKey::fault)
        .ifPresent(
            fault -> {
              throw new InvalidKeyException(
                  InvalidKeyException.Reason.MALFORMED,
                  ("The key cannot be used: %s; pass 1 to %d printable ASCII characters without a"
                          + " space at either end")
                      .formatted(fault, LegalKey.MAX_LENGTH));
            });
    return key;
  }
}
