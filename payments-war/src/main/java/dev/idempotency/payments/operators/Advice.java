// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.payments.operators;

import dev.idempotency.RecordDetails.Situation;

/** What to do about a record. */
final class Advice {

  private Advice() {}

  static String on(Situation situation) {
    return switch (situation) {
      case RUNNING ->
          "Its owner is alive, as far as the lease says: wait. If you know that it hangs, release"
              + " with force; it then loses its commit.";
      case ABANDONED ->
          "Its owner died, was paused or hangs: the next call with the key takes over. A release"
              + " does the same ahead of it.";
      case GIVEN_BACK -> "Nothing: the next call with the key runs.";
      case UNKNOWN ->
          "A step may have taken effect. Look at the other side, then resolve the step with its"
              + " result, or as not done.";
      case REFUSED ->
          "Nothing: every further call gets this refusal. Release it only if it was wrong.";
      case SUCCEEDED -> "Nothing: it is done and never runs again.";
      case UNREADABLE -> "A newer version of the application wrote it: bring all nodes up to date.";
    };
  }
}
