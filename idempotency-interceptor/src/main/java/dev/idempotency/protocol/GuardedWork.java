// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import org.jspecify.annotations.Nullable;

/** The guarded method and its translation, given by the adapter for one call. */
public interface GuardedWork {

  /**
   * Notes, before the method runs, that it will run in a transaction which somebody else ends: over
   * HTTP the attempt is to be settled before the request is answered (P28).
   *
   * @param attempt the claim under which it will run
   */
  void endsElsewhere(Attempt attempt);

  /**
   * Runs the method once, in the calling thread's transaction.
   *
   * @param attempt the claim under which it runs
   * @return how it ended; an exception of the method is an ending, not thrown
   */
  Ending proceed(Attempt attempt);

  /**
   * Says whether the method's own body was reached (P26), however it ended.
   *
   * @return whether the innermost interceptor was passed
   */
  boolean bodyBegan();

  /**
   * Says whether JTA's rule rolls a transaction back that was begun for this call (P22).
   *
   * @param failure what the method threw
   * @return whether the transaction must be marked rollback-only
   */
  boolean rollsBack(Throwable failure);

  /**
   * Renders an ending as the outcome that a retry would be answered with, inside the business
   * transaction (P20).
   *
   * @param ending how the method ended
   * @return the outcome, with the HTTP status where the ending stands for one; null for an ending
   *     that is never stored, whatever the policy lists: its key is given back
   * @throws Exception if it cannot be rendered; the transaction is then rolled back
   */
  @Nullable Outcome render(Ending ending) throws Exception;
}
