// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** The states of a record, and the only place that knows the legal moves between them. */
public enum RecordState {
  /** Claimed; somebody runs the work or died doing so. */
  IN_PROGRESS,
  /** The work committed with its outcome. Final until the record expires. */
  SUCCEEDED,
  /** A final refusal, or given back for a retry. */
  FAILED;

  /**
   * Says whether a record may move on within one life. Expiry ends a life: the record that replaces
   * an expired one starts anew and is no move.
   *
   * @param next the state after the move
   * @return whether the move is legal
   */
  public boolean mayBecome(RecordState next) {
    return switch (this) {
      case IN_PROGRESS -> true;
      case SUCCEEDED -> false;
      case FAILED -> next == IN_PROGRESS;
    };
  }
}
