// SPDX-License-Identifier: Apache-2.0
package dev.idempotency;

/**
 * What happens where nobody is authenticated and a key comes with the request. It counts for keys
 * from the request's header; a key that Java code passes is its own affair.
 */
public enum AnonymousCallers {
  /** As the setting {@code anonymous} says; shared by default. */
  CONFIGURED,
  /** All anonymous callers share one scope: they meet each other's keys, as one caller would. */
  SHARED,
  /** The call is refused with {@link AnonymousCallerException} before any record is looked up. */
  REFUSED,
  /** The call runs unguarded, as without a key. */
  UNGUARDED
}
