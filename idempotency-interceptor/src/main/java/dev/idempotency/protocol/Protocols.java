// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.Protocol;
import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The protocols of one node, and the choice between them: every guarded call comes in here.
 *
 * <p>Safe for concurrent use.
 */
public final class Protocols {

  private final TwoTransactions twoTransactions;
  private final SingleTransaction singleTransaction;
  private final Phases phases;
  private final Settlements settlements;
  private final Settlements settlementsOfSingle;
  private final LifeStart lifeStart;
  private final Operators operators;

  /**
   * Creates the protocols for one node.
   *
   * @param store the statements about records
   * @param steps the statements about steps
   * @param operators the statements of operators
   * @param renewals signs of life of this node's calls
   * @param transactions the calling threads' transactions
   * @param node this node's settings
   * @param executor settles attempts whose transaction somebody else ended; must run tasks on
   *     threads without a transaction
   * @param pause lets threads wait that may
   * @param nanoClock a monotonic clock in nanoseconds, for bounding tries and waits
   */
  public Protocols(
      RecordStore store,
      StepStore steps,
      OperatorStore operators,
      Renewals renewals,
      Transactions transactions,
      NodeSettings node,
      Executor executor,
      Pause pause,
      LongSupplier nanoClock) {
    OwnTransactions own = new OwnTransactions(transactions, node);
    Finalizing finalizing = new Finalizing(store, transactions);
    HeldAttempts held = new HeldAttempts(transactions);
    Waiters waiters = new Waiters(pause, nanoClock);
    this.settlements = new Settlements(store, new OwnersMarks(store), own, executor);
    this.settlementsOfSingle = new Settlements(store, new MirroredMarks(store), own, executor);
    Arrival arrival =
        new Arrival(
            transactions,
            new Claims(store, renewals, transactions, own, node, nanoClock),
            waiters,
            settlements);
    this.twoTransactions =
        new TwoTransactions(transactions, renewals, arrival, held, finalizing, settlements);
    this.singleTransaction =
        new SingleTransaction(
            store,
            transactions,
            new SoleClaims(store, renewals, transactions, node, nanoClock),
            waiters,
            held,
            finalizing,
            settlementsOfSingle);
    this.phases =
        new Phases(steps, renewals, transactions, own, arrival, finalizing, settlements, nanoClock);
    this.lifeStart = new LifeStart(store, transactions, own);
    this.operators = new Operators(store, operators, renewals, own);
  }

  /**
   * Runs the method once per key, or answers without running it. No path runs the method unclaimed
   * (P12).
   *
   * @param call what was captured
   * @param work the method and its translation
   * @return the answer; {@link Answer.Pending} where the transaction was active on arrival and may
   *     still commit, or the answer is settled after its end
   * @throws IllegalStateException if the method of the same record is running in this very
   *     transaction
   */
  public Answer execute(Call call, GuardedWork work) {
    try {
      return switch (call.operation().protocol()) {
        case TWO_TRANSACTIONS -> twoTransactions.answer(call, work);
        case PHASES -> phases.answer(call, work);
        case SINGLE_TRANSACTION -> singleTransaction.answer(call, work);
      };
    } catch (IdempotencyException e) {
      return new Answer.Refused(e);
    }
  }

  /**
   * Settles an attempt that {@link #execute} left pending, and says how its call is answered. Call
   * it when the transaction has ended; safe to repeat.
   *
   * @param attempt the attempt
   * @return never {@link Answer.Pending}
   */
  public Answer settle(Attempt attempt) {
    boolean single = attempt.call().operation().protocol() == Protocol.SINGLE_TRANSACTION;
    return (single ? settlementsOfSingle : settlements).settle(attempt);
  }

  /**
   * Returns what operators do to records.
   *
   * @return safe for concurrent use
   */
  public Operators operators() {
    return operators;
  }

  /**
   * Reads, in the active transaction where there is one, when the first attempt of a life started.
   *
   * @param attempt an attempt of that life
   * @return the database's time, the same in every attempt
   * @throws dev.idempotency.StoreUnavailableException if it cannot be read
   */
  public Instant startedAt(Attempt attempt) {
    return lifeStart.of(attempt);
  }
}
