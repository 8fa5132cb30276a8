// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What was known when the method had returned, before its transaction ended.
 *
 * @param ending how the method ended, or how rendering its result failed
 * @param reaction what that means for the key
 * @param outcome the outcome to store, or null where there is none
 * @param written what became of the outcome in the business transaction
 * @param cause why the outcome could not be written, or null
 */
record Conclusion(
    Ending ending,
    Reaction reaction,
    @Nullable Outcome outcome,
    Written written,
    @Nullable Throwable cause) {

  private static final int FIRST_REDIRECT = 300;

  /** What became of the outcome in the business transaction. */
  enum Written {
    /** Written; it is the answer if the transaction commits. */
    STORED,
    /** Not written: the transaction rolls back. */
    NOTHING,
    /** Refused by the fence: somebody else has the record. */
    LEASE_LOST,
    /** Refused before the body began: the claim is undone. */
    UNDONE
  }

  /** The outcome, where it may be final although the transaction rolled back (P23). */
  @Nullable Outcome durableRefusal() {
    return outcome != null && reaction != Reaction.RETRY && claimsNoSuccess(outcome)
        ? outcome
        : null;
  }

  /** A redirect that is thrown claims no more than a refusal does. */
  private boolean claimsNoSuccess(Outcome ended) {
    boolean redirects = ended.status() >= FIRST_REDIRECT;
    return ended.isRefusal() || (ending.thrown() != null && redirects);
  }

  /** Whether the method succeeded in a transaction that is known to roll back (P23). */
  boolean isDoomedSuccess() {
    return written == Written.NOTHING && reaction != Reaction.RETRY && durableRefusal() == null;
  }
}
