// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.stand.process;

/** Where the stand tells people what happens; one line per event. */
@FunctionalInterface
public interface Console {

  /** Tells one event. */
  void say(String line);

  /** Tells an event with values, as {@link String#format} does. */
  default void say(String format, Object first, Object... others) {
    Object[] values = new Object[others.length + 1];
    values[0] = first;
    System.arraycopy(others, 0, values, 1, others.length);
    say(format.formatted(values));
  }

  /** A console that nobody reads. */
  static Console silent() {
    return line -> {};
  }
}
