// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * An owner's lease as far as it may rely on it itself: by its own monotonic clock, from before the
 * statement was sent that took or renewed it (P31). Others judge by the database's clock, later.
 *
 * <p>Safe for concurrent use; changed by {@link Renewals}, and by the begin of an external step.
 */
final class Lease {

  private final LeaseTerms terms;
  private final LongSupplier nanoClock;
  private final long claimed;

  private volatile long confirmed;
  private volatile boolean tried;
  private volatile long lastTried;

  /**
   * Begins a lease.
   *
   * @param claimed the clock's reading before the claim was sent
   */
  Lease(LeaseTerms terms, LongSupplier nanoClock, long claimed) {
    this.terms = terms;
    this.nanoClock = nanoClock;
    this.claimed = claimed;
    this.confirmed = claimed;
  }

  boolean isConfirmed() {
    return nanoClock.getAsLong() - confirmed < terms.staleAfter().toNanos();
  }

  Duration staleAfter() {
    return terms.staleAfter();
  }

  Duration tick() {
    return terms.tick();
  }

  /** When the next sign of life is due at the latest. */
  long dueAt() {
    return confirmed + terms.tick().toNanos();
  }

  /** Whether a sign of life is due. A later one may be early, so that one statement serves many. */
  boolean isDue(long now) {
    long tick = terms.tick().toNanos();
    return now - confirmed >= (tried ? tick / 2 : tick);
  }

  /** Whether the owner has run for so long that it gives no sign of life any more. */
  boolean isPastLongestRun(long now) {
    return now - claimed >= terms.longestRun().toNanos();
  }

  /** A renewal is about to be sent. */
  void trying(long now) {
    lastTried = now;
    tried = true;
  }

  /** The renewal that was sent after {@code since} is known to have committed. */
  void renewed(long since) {
    confirmed = since;
  }

  /** Whether there may be a row of this lease beside the record. */
  boolean mayHaveRow() {
    return tried;
  }

  /** When a row of this lease has run out by the database's clock too, unless that stood still. */
  long overAt() {
    return lastTried + terms.staleAfter().plus(terms.tick()).toNanos();
  }
}
