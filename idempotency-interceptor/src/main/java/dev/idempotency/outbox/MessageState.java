// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

/** The states of a message, and the only place that knows the legal moves between them. */
public enum MessageState {
  /** Waits for its time. */
  PENDING,
  /** Claimed; somebody delivers it or died doing so. */
  DELIVERING,
  /** Has arrived. Final. */
  DELIVERED,
  /** Given up for good; an operator may redrive it. */
  ABANDONED;

  /**
   * Says whether nothing happens any more by itself.
   *
   * @return whether the state is an end
   */
  public boolean isFinal() {
    return this == DELIVERED || this == ABANDONED;
  }

  /**
   * Says whether a message may move on.
   *
   * @param next the state after the move
   * @return whether the move is legal
   */
  public boolean mayBecome(MessageState next) {
    return switch (this) {
      case PENDING -> next == DELIVERING || next == ABANDONED;
      case DELIVERING -> true;
      case DELIVERED -> false;
      case ABANDONED -> next == PENDING;
    };
  }
}
