// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/** Whether a guarded call needs a key. */
public enum KeyRequirement {
  /** As the setting {@code key-required} says; required by default. */
  CONFIGURED,
  /** A call without a key is refused. */
  REQUIRED,
  /** A call without a key runs unguarded. A key that is present but malformed is refused. */
  OPTIONAL
}
