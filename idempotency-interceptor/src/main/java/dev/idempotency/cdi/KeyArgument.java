// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.InvalidKeyException;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The key in an argument of a value call. */
final class KeyArgument {

  /** Printable ASCII, without spaces at either end, where nobody sees them. */
  private static final Pattern LEGAL =
      Pattern.compile("[\\x21-\\x7e]|[\\x21-\\x7e][\\x20-\\x7e]{0,253}[\\x21-\\x7e]");

  private KeyArgument() {}

  /**
   * Reads.
   *
   * @return the key; empty for null
   * @throws InvalidKeyException if the argument is no legal key
   */
  static Optional<String> read(@Nullable Object argument) {
    Optional<String> key = Optional.ofNullable(argument).map(Object::toString);
    if (key.isPresent() && !LEGAL.matcher(key.get()).matches()) {
      throw new InvalidKeyException(
          InvalidKeyException.Reason.MALFORMED,
          "The key has %d characters; it must have 1 to 255 printable ASCII characters"
                  .formatted(key.get().length())
              + " and no space at its beginning or end");
    }
    return key;
  }
}
