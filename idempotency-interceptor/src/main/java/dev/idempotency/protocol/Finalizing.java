// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.protocol.Conclusion.Written;

/**
 * Runs the method and, in the same transaction, writes its outcome under the fence (P15 to P22).
 * Nothing is predicted: when the method has ended and the transaction can still commit, either the
 * outcome is written into it or it is marked rollback-only (P21).
 */
final class Finalizing {

  private final RecordStore store;
  private final Transactions transactions;

  Finalizing(RecordStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  /**
   * Runs the method and concludes the attempt, whatever fails on the way.
   *
   * @param began whether the transaction was begun by the library for this call, so that JTA's rule
   *     is the library's to apply (P22)
   */
  void run(Attempt attempt, GuardedWork work, boolean began) {
    Ending ending = work.proceed(attempt);
    try {
      attempt.concluded(conclude(attempt, work, ending, began));
    } catch (Throwable e) {
      attempt.concluded(inconclusive(ending, e));
      transactions.setRollbackOnly();
    }
  }

  private Conclusion conclude(Attempt attempt, GuardedWork work, Ending ending, boolean began)
      throws Exception {
    Throwable failure = ending.thrown();
    if (failure != null && !work.bodyBegan()) {
      return refusedBeforeBody(ending, began);
    }
    if (began && failure != null && work.rollsBack(failure)) {
      transactions.setRollbackOnly();
    }
    Outcome outcome = work.render(ending);
    if (outcome == null) {
      return givesKeyBack(ending);
    }
    if (outcome.isRefusal() && !work.bodyBegan()) {
      return refusedBeforeBody(ending, began);
    }
    Reaction reaction = attempt.call().operation().policy().reactionTo(ending, outcome.status());
    if (reaction == Reaction.RETRY) {
      return givesKeyBack(ending);
    }
    return write(
        attempt, ending, reaction, reaction == Reaction.NEW_KEY ? outcome.spent() : outcome);
  }

  private Conclusion givesKeyBack(Ending ending) {
    transactions.setRollbackOnly();
    return new Conclusion(ending, Reaction.RETRY, null, Written.NOTHING, null);
  }

  /**
   * A refusal before the body began is no outcome: the claim is to be undone (P26). What an
   * interceptor returned in place of the body is an outcome like any other.
   */
  private Conclusion refusedBeforeBody(Ending ending, boolean began) {
    if (began) {
      transactions.setRollbackOnly();
    }
    return new Conclusion(ending, Reaction.RETRY, null, Written.UNDONE, null);
  }

  /** What cannot be rendered or decided cannot be answered again, so it must not commit (P20). */
  private static Conclusion inconclusive(Ending ending, Throwable e) {
    Throwable methodFailure = ending.thrown();
    if (methodFailure == null) {
      return new Conclusion(new Ending.Threw(e, false), Reaction.RETRY, null, Written.NOTHING, e);
    }
    if (methodFailure != e) {
      methodFailure.addSuppressed(e);
    }
    return new Conclusion(ending, Reaction.RETRY, null, Written.NOTHING, e);
  }

  private Conclusion write(Attempt attempt, Ending ending, Reaction reaction, Outcome outcome) {
    Written written = Written.NOTHING;
    Throwable cause = null;
    if (transactions.state() == Transactions.State.ACTIVE) {
      try {
        Retention retention = attempt.call().operation().retention();
        boolean stored =
            Interruption.heldBackFor(() -> store.storeOutcome(attempt.fence(), outcome, retention));
        written = stored ? Written.STORED : Written.LEASE_LOST;
      } catch (RuntimeException e) {
        Log.outcomeNotWritten(attempt.fence(), e);
        cause = e;
      }
      if (written != Written.STORED) {
        // A zombie's business rows vanish with its refused outcome (P17).
        transactions.setRollbackOnly();
      }
    }
    return new Conclusion(ending, reaction, outcome, written, cause);
  }
}
