// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Which key the requests of a client carry that a guarded method makes with it. */
public enum OutgoingKey {
  /** One of its own each, the same in every attempt. */
  CHILD,
  /** The key that the guarded method was called with. */
  CALLER,
  /** None that the library gives. */
  NONE;

  /** The setting that says so for the clients of MicroProfile. */
  public static final String SETTING = "rest-client-keys";

  /** What they get where nobody says so. */
  public static final OutgoingKey DEFAULT = CHILD;

  /**
   * Reads the setting's value.
   *
   * @param text the value
   * @return what it means; empty where it means nothing
   */
  public static Optional<OutgoingKey> named(String text) {
    return Arrays.stream(values()).filter(key -> key.text().equalsIgnoreCase(text)).findFirst();
  }

  /**
   * Returns how the setting spells it.
   *
   * @return the value
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
