// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** What a finished record holds. */
public enum OutcomeKind {
  /** A rendered HTTP response. */
  RESPONSE,
  /** The return value of a value call, as JSON. */
  VALUE,
  /** The exception that ended a value call. */
  FAILURE,
  /** A refusal after which a retry must use a new key. */
  SPENT,
  /** Done, but the result was not kept. */
  BODYLESS,
  /** Whether the work took effect is not known; a person must resolve it. */
  UNKNOWN
}
