// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Signs of life of this node's running calls (P29 to P31): a call that outlives its first tick, a
 * third of its lease, has its lease renewed, together with all others that are due, by one
 * statement. A shorter call costs none. One tick is planned at a time, for the earliest call that
 * will be due, and none while no call runs.
 *
 * <p>Holds the calls that run, and those that were renewed and ended less than a lease ago. Safe
 * for concurrent use.
 */
public final class Renewals {

  private static final Duration STRAYS_EVERY = Duration.ofHours(1);

  private final LeaseStore leases;
  private final Transactions transactions;
  private final TickPlan plan;
  private final TickFailures failures;
  private final LongSupplier nanoClock;

  /** A statement that is under way for some calls. */
  private record Sending(List<Attempt> attempts, CountDownLatch end) {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    void awaitEnd() {
      try {
        // Where it takes longer the deletion finds out by itself.
        boolean unused = end.await(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private volatile @Nullable Sending sending;
  private final Set<Attempt> running = ConcurrentHashMap.newKeySet();

  /** Calls that have ended and may have left a row. */
  private final Set<Attempt> ended = ConcurrentHashMap.newKeySet();

  // Only the one tick that runs at a time reads and writes these.
  private boolean lookedForStrays;
  private long lastLookForStrays;

  /**
   * Creates the renewals of one node.
   *
   * @param leases the statements
   * @param transactions the calling threads' transactions
   * @param ticker runs the ticks
   * @param nanoClock a monotonic clock in nanoseconds, the one that claims are counted by
   */
  public Renewals(
      LeaseStore leases, Transactions transactions, Ticker ticker, LongSupplier nanoClock) {
    this.leases = leases;
    this.transactions = transactions;
    this.failures = new TickFailures(nanoClock);
    this.plan = new TickPlan(ticker, nanoClock, this::tick, this::nextDue, failures);
    this.nanoClock = nanoClock;
  }

  /**
   * Returns how many ticks renewed nothing because the database or the server failed them.
   *
   * @return the number since the node started
   */
  public long failedTicks() {
    return failures.count();
  }

  /** Renews the lease of an attempt from its first tick on. */
  void follow(Attempt attempt) {
    running.add(attempt);
    plan.by(attempt.lease().dueAt());
  }

  /** Ends that. What is left of the lease covers the end of the transaction. */
  void unfollow(Attempt attempt) {
    running.remove(attempt);
    keepForDeletion(attempt);
  }

  /**
   * Ends that, and waits, at most a second, for a renewal that is under way: it would keep the
   * record from being deleted.
   */
  void unfollowBeforeDeletion(Attempt attempt) {
    unfollow(attempt);
    Sending now = sending;
    if (now != null && now.attempts().contains(attempt)) {
      now.awaitEnd();
    }
  }

  /** What is left of a claim's renewed lease, by a statement of its own (P30). */
  Optional<Duration> left(Fence fence) {
    return leases.left(fence);
  }

  /**
   * A locked record with its lease as it is now: the statement that locked saw what was committed
   * when it began, and a renewal may have committed since. None can any more (P30).
   */
  StoredRecord asOfNow(StoredRecord locked) {
    boolean seemsAbandoned =
        locked.state() == RecordState.IN_PROGRESS && locked.timing().leaseIsDead();
    return seemsAbandoned ? left(locked.fence()).map(locked::renewedBy).orElse(locked) : locked;
  }

  private void tick() {
    long now = nanoClock.getAsLong();
    running.stream().filter(attempt -> attempt.lease().isPastLongestRun(now)).forEach(this::leave);
    List<Attempt> due = running.stream().filter(attempt -> attempt.lease().isDue(now)).toList();
    List<Attempt> over = ended.stream().filter(attempt -> isOver(attempt, now)).toList();
    if (due.isEmpty() && over.isEmpty()) {
      return;
    }
    // What cannot be deleted now is a stray.
    over.forEach(ended::remove);
    Sending current = new Sending(due, new CountDownLatch(1));
    sending = current;
    try {
      // Who ended before it could see that something is under way is not renewed.
      renew(due.stream().filter(running::contains).toList(), over, now);
    } finally {
      sending = null;
      current.end().countDown();
      // A call that ended meanwhile may not have known of its row.
      due.stream().filter(attempt -> !running.contains(attempt)).forEach(this::keepForDeletion);
    }
  }

  private void renew(List<Attempt> due, List<Attempt> over, long now) {
    due.forEach(attempt -> attempt.lease().trying(now));
    try {
      Set<Fence> renewed = transactions.inNew(() -> renewAndDelete(due, over, now));
      due.stream()
          .filter(attempt -> renewed.contains(attempt.fence()))
          .forEach(attempt -> attempt.lease().renewed(now));
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }

  /** The method may hang. Its owner may still finish if nobody takes the record over (P18). */
  private void leave(Attempt attempt) {
    Log.pastLongestRun(attempt.fence(), attempt.call().operation().lease().longestRun());
    unfollow(attempt);
  }

  private void keepForDeletion(Attempt attempt) {
    if (attempt.lease().mayHaveRow()) {
      ended.add(attempt);
    }
  }

  private static boolean isOver(Attempt attempt, long now) {
    return now - attempt.lease().overAt() >= 0;
  }

  private Set<Fence> renewAndDelete(List<Attempt> due, List<Attempt> over, long now) {
    Set<Fence> renewed = due.isEmpty() ? Set.of() : leases.renew(renewals(due));
    if (!over.isEmpty()) {
      leases.deleteDead(over.stream().map(Attempt::fence).toList());
    }
    if (!lookedForStrays || now - lastLookForStrays >= STRAYS_EVERY.toNanos()) {
      lookedForStrays = true;
      lastLookForStrays = now;
      leases.deleteStrays();
    }
    return renewed;
  }

  private static List<LeaseStore.Renewal> renewals(List<Attempt> due) {
    return due.stream()
        .map(attempt -> new LeaseStore.Renewal(attempt.fence(), attempt.lease().staleAfter()))
        .toList();
  }

  /** When the next tick has something to do, but half a tick of the shortest lease from now. */
  private OptionalLong nextDue(long now) {
    List<Lease> live = running.stream().map(Attempt::lease).toList();
    LongStream signs = live.stream().mapToLong(lease -> lease.dueAt() - now);
    LongStream deletions = ended.stream().mapToLong(attempt -> attempt.lease().overAt() - now);
    long spacing =
        Stream.concat(live.stream(), ended.stream().map(Attempt::lease))
            .map(Lease::tick)
            .min(Comparator.naturalOrder())
            .orElse(Duration.ZERO)
            .dividedBy(2)
            .toNanos();
    OptionalLong earliest = LongStream.concat(signs, deletions).min();
    return earliest.isEmpty() ? earliest : OptionalLong.of(Math.max(earliest.getAsLong(), spacing));
  }
}
