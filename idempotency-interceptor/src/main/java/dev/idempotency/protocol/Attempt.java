// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.StoreUnavailableException;
import dev.idempotency.spi.CallResult;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One claim of a record and what became of it. Safe for concurrent use: the method returns on one
 * thread while the transaction may end on another.
 *
 * <p>It is settled when the method has returned and the transaction has ended, whichever is later
 * (P28).
 */
public final class Attempt {

  private static final Duration SETTLING_WAIT = Duration.ofSeconds(2);

  private final Call call;
  private final Fence fence;
  private final UUID life;
  private final boolean startedLife;
  private final Lease lease;

  private @Nullable Conclusion conclusion;
  private Transactions.@Nullable Ended ended;

  private @Nullable Steps steps;
  private @Nullable SoleClaim soleClaim;

  private final ReentrantLock settling = new ReentrantLock();
  private volatile @Nullable Answer settled;

  private boolean takesOver;
  private @Nullable Consumer<Answer> listener;

  Attempt(Call call, Fence fence, UUID life, boolean startedLife, Lease lease) {
    this.call = call;
    this.fence = fence;
    this.life = life;
    this.startedLife = startedLife;
    this.lease = lease;
  }

  /**
   * Returns the call that claimed.
   *
   * @return the call
   */
  public Call call() {
    return call;
  }

  /**
   * Returns what the owner's statements match.
   *
   * @return record, attempt and token
   */
  public Fence fence() {
    return fence;
  }

  /**
   * Returns the seed of the record's life.
   *
   * @return the same value in every attempt of a life
   */
  public UUID life() {
    return life;
  }

  /** Whether this claim inserted the record or replaced an expired one (P26). */
  boolean startedLife() {
    return startedLife;
  }

  /** Notes that this claim ended the lease of an owner without a sign of life. */
  synchronized void takesOver() {
    takesOver = true;
  }

  /** How its call went where its outcome is stored. */
  synchronized CallResult successful() {
    if (startedLife) {
      return CallResult.FIRST;
    }
    return takesOver ? CallResult.TAKEOVER : CallResult.AGAIN;
  }

  /**
   * Returns the steps of this attempt.
   *
   * @return for the thread that runs the method
   * @throws IllegalStateException if its operation takes none
   */
  public synchronized Steps steps() {
    if (steps == null) {
      throw new IllegalStateException(
          "Operation %s takes no steps; declare @Idempotent(protocol = Protocol.PHASES)"
              .formatted(call.operation().name()));
    }
    return steps;
  }

  synchronized void steps(Steps taken) {
    steps = taken;
  }

  /** The claim, where it was made in the business transaction itself. */
  synchronized SoleClaim soleClaim() {
    return Objects.requireNonNull(soleClaim, "the claim was made in a transaction of its own");
  }

  synchronized void claimedBy(SoleClaim claim) {
    soleClaim = claim;
  }

  /**
   * Says whether nobody can have taken the record over, as far as this node knows by its own clock
   * (P31). Without it nothing may be begun that takes effect outside the database.
   *
   * @return whether the claim, or a renewal that is known to have committed, is younger than its
   *     lease
   */
  public boolean hasConfirmedLease() {
    return lease.isConfirmed();
  }

  Lease lease() {
    return lease;
  }

  synchronized void concluded(Conclusion conclusion) {
    this.conclusion = conclusion;
  }

  void transactionEnded(Transactions.Ended how) {
    Conclusion concluded;
    synchronized (this) {
      this.ended = how;
      concluded = endedWell() ? conclusion : null;
    }
    if (concluded != null) {
      tell(new Answer.Ran(concluded.ending(), concluded.outcome()));
    }
  }

  /** Hands the answer over, once, as soon as it is known for good, on the thread that knows. */
  void whenSettled(Consumer<Answer> told) {
    synchronized (this) {
      listener = told;
    }
    Answer known = settled;
    if (known != null) {
      tell(known);
    }
  }

  private void tell(Answer answer) {
    Consumer<Answer> told;
    synchronized (this) {
      told = listener;
      listener = null;
    }
    if (told != null) {
      told.accept(answer);
    }
  }

  synchronized @Nullable Conclusion conclusion() {
    return conclusion;
  }

  /** Why what the method did is not known to have committed; null where nobody says. */
  synchronized @Nullable Throwable cause() {
    if (conclusion != null && conclusion.cause() != null) {
      return conclusion.cause();
    }
    return ended == null ? null : ended.failure();
  }

  /**
   * Says whether the method ended in a way that gives the key back, as far as is known before the
   * transaction ends.
   *
   * @return whether the key may be used for a new attempt
   */
  public synchronized boolean givesKeyBack() {
    return conclusion != null && conclusion.reaction() == Reaction.RETRY;
  }

  /**
   * Says whether the method has returned and its transaction has ended.
   *
   * @return whether the attempt can be settled
   */
  public synchronized boolean isDue() {
    return conclusion != null && ended != null;
  }

  /**
   * Settles once: a second party waits, at most {@link #SETTLING_WAIT}, and gets the same answer.
   * An answer that only says that the store cannot be reached is not kept.
   */
  Answer settleOnce(Supplier<Answer> settlement) {
    if (!lockForSettling()) {
      return Answers.unavailable(fence.id(), "Another thread is storing the end of the call", null);
    }
    try {
      Answer answer = settled == null ? settlement.get() : settled;
      if (!isUnavailable(answer)) {
        settled = answer;
        tell(answer);
      }
      return answer;
    } finally {
      settling.unlock();
    }
  }

  /** A method may have left its thread interrupted; only who must wait gives way to that. */
  private boolean lockForSettling() {
    if (settling.tryLock()) {
      return true;
    }
    try {
      return settling.tryLock(SETTLING_WAIT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isUnavailable(Answer answer) {
    return answer instanceof Answer.Refused refused
        && refused.reason() instanceof StoreUnavailableException;
  }

  /**
   * Whether nothing needs to be written any more: the outcome committed, or the claim was undone.
   */
  synchronized boolean endedWell() {
    return conclusion != null
        && (conclusion.written() == Conclusion.Written.UNDONE
            || (conclusion.written() == Conclusion.Written.STORED
                && ended != null
                && ended.end() == Transactions.End.COMMITTED));
  }
}
