// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import dev.idempotency.outbox.OutboxStore.Wanted;
import dev.idempotency.protocol.Transactions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Delivers the messages of this node's destinations. There is one per node; several nodes share the
 * work through the claims in the database. Safe for concurrent use.
 *
 * <p>One short transaction at a time ends the claims of what was delivered and claims what is due
 * next; deliveries run outside of it, each destination on threads of its own number. So nobody
 * waits for a destination that hangs, and no connection is held for a delivery.
 */
public final class Relay {

  /** What is ended in one statement. */
  private static final int MOST_SETTLEMENTS = 2000;

  /** A worker gives its thread back to the server after so many deliveries. */
  private static final int DELIVERIES_PER_TURN = 200;

  private final OutboxStore store;
  private final Transactions transactions;
  private final RelayTerms terms;
  private final RelayThreads threads;
  private final Map<String, Lane> lanes = new TreeMap<>();

  private record Ended(Lane lane, HeldMessage message, Settlement settlement) {}

  private final ConcurrentLinkedQueue<Ended> ended = new ConcurrentLinkedQueue<>();
  private final Pump pump;
  private final RelayFailures failures;
  private final AtomicBoolean ticking = new AtomicBoolean();
  private final Object progress = new Object();
  private volatile boolean stopped;

  /**
   * Creates the relay; it does nothing before it is started.
   *
   * @param store the messages
   * @param transactions the calling threads' transactions
   * @param destinations where this node delivers to, each name once
   * @param terms how it works
   * @param threads what it runs on
   */
  public Relay(
      OutboxStore store,
      Transactions transactions,
      Collection<Destination> destinations,
      RelayTerms terms,
      RelayThreads threads) {
    this.store = store;
    this.transactions = transactions;
    this.terms = terms;
    this.threads = threads;
    this.pump = new Pump(threads.executor(), this::turn);
    this.failures = new RelayFailures(threads.nanoClock(), terms.poll());
    for (Destination destination : destinations) {
      Backoff backoff =
          new Backoff(destination.terms(), () -> ThreadLocalRandom.current().nextDouble());
      Deliveries deliveries = new Deliveries(destination, backoff, threads.nanoClock());
      lanes.put(destination.name(), new Lane(destination, deliveries, terms.batch()));
    }
  }

  /**
   * Returns where this node delivers to.
   *
   * @return the names, sorted
   */
  public Set<String> destinations() {
    return lanes.keySet();
  }

  /** Begins to poll. Without a destination it does nothing. */
  public void start() {
    if (!lanes.isEmpty()) {
      tick();
    }
  }

  /**
   * Looks for what is due, soon, on another thread. Never waits, and never throws.
   *
   * @param destinations where something may be due
   */
  public void wake(Collection<String> destinations) {
    if (!stopped) {
      destinations.forEach(name -> lane(name).look());
      pump.ask();
      keepTicking();
    }
  }

  private void tick() {
    ticking.set(false);
    for (Lane lane : lanes.values()) {
      lane.deliveries().interruptLate();
      giveBack(lane, lane.takeStale(threads.nanoClock().getAsLong()));
      startWorkers(lane);
    }
    wake(lanes.keySet());
  }

  /**
   * One tick is planned at a time. Whoever wakes the relay plans one where the server took none.
   */
  private void keepTicking() {
    if (ticking.compareAndSet(false, true)) {
      try {
        threads.ticker().schedule(terms.poll(), this::tick);
      } catch (RejectedExecutionException e) {
        ticking.set(false);
        if (!stopped) {
          Log.noThread(e);
        }
      }
    }
  }

  /** Ends claims, claims, and sees to it that what is claimed is delivered. Throws nothing. */
  private void turn() {
    if (failures.isResting()) {
      return;
    }
    List<Ended> ends = take();
    Map<Lane, Integer> reserved = stopped ? Map.of() : reserve();
    if (ends.isEmpty() && reserved.isEmpty()) {
      return;
    }
    UUID token = UUID.randomUUID();
    long now = threads.nanoClock().getAsLong();
    List<ClaimedMessage> claimed;
    try {
      claimed = transactions.inNew(() -> settleAndClaim(ends, reserved, token));
      failures.worked();
    } catch (RuntimeException e) {
      // Whether it committed is unknown: ending a claim twice does nothing, and what was claimed
      // is claimed again when its lease has run out.
      failures.failed(e);
      ended.addAll(ends);
      reserved.forEach(Lane::claimFailed);
      return;
    }
    ends.forEach(end -> end.lane().settled(end.message().group().isPresent()));
    tellProgress();
    handOut(claimed, reserved, token, now);
    if (!ended.isEmpty() || !reserved.isEmpty()) {
      pump.ask();
    }
  }

  private List<Ended> take() {
    List<Ended> taken = new ArrayList<>();
    while (taken.size() < MOST_SETTLEMENTS) {
      Ended next = ended.poll();
      if (next == null) {
        break;
      }
      taken.add(next);
    }
    return taken;
  }

  private Map<Lane, Integer> reserve() {
    Map<Lane, Integer> reserved = new HashMap<>();
    for (Lane lane : lanes.values()) {
      int most = lane.reserve();
      if (most > 0) {
        reserved.put(lane, most);
      }
    }
    return reserved;
  }

  private List<ClaimedMessage> settleAndClaim(
      List<Ended> ends, Map<Lane, Integer> reserved, UUID token) {
    if (!ends.isEmpty()) {
      store.settle(ends.stream().map(Ended::settlement).toList());
    }
    if (reserved.isEmpty()) {
      return List.of();
    }
    return store.claim(
        reserved.entrySet().stream()
            .map(entry -> wanted(entry.getKey(), entry.getValue()))
            .toList(),
        token);
  }

  private static Wanted wanted(Lane lane, int most) {
    return new Wanted(lane.destination().name(), most, lane.destination().terms().lease());
  }

  private void handOut(
      List<ClaimedMessage> claimed, Map<Lane, Integer> reserved, UUID token, long claimedAt) {
    Map<String, List<HeldMessage>> byDestination = new HashMap<>();
    for (ClaimedMessage message : claimed) {
      Destination destination = lane(message.destination()).destination();
      byDestination
          .computeIfAbsent(destination.name(), name -> new ArrayList<>())
          .add(new HeldMessage(message, token, claimedAt, destination.terms().timeout()));
    }
    reserved.forEach(
        (lane, most) -> {
          lane.claimed(
              most,
              byDestination.getOrDefault(lane.destination().name(), List.of()),
              threads.nanoClock().getAsLong());
          startWorkers(lane);
        });
  }

  private Lane lane(String destination) {
    Lane lane = lanes.get(destination);
    if (lane == null) {
      throw new IllegalStateException("There is no destination " + destination + " on this node");
    }
    return lane;
  }

  private void startWorkers(Lane lane) {
    for (int more = lane.addWorkers(); more > 0; more--) {
      startWorker(lane);
    }
  }

  private void startWorker(Lane lane) {
    try {
      threads.executor().execute(() -> work(lane));
    } catch (RejectedExecutionException e) {
      lane.removeWorker();
      Log.noThread(e);
    }
  }

  private void work(Lane lane) {
    for (int done = 0; done < DELIVERIES_PER_TURN; done++) {
      HeldMessage message = lane.next(threads.nanoClock().getAsLong());
      if (message == null) {
        tellProgress();
        return;
      }
      ended.add(new Ended(lane, message, lane.deliveries().deliver(message)));
      pump.ask();
    }
    startWorker(lane);
  }

  /**
   * Stops: nothing is claimed or begun any more, what is waiting is given back, and deliveries
   * under way have as long as they are given before they are interrupted.
   *
   * @param patience how long this waits at most
   */
  public void stop(Duration patience) {
    stopped = true;
    for (Lane lane : lanes.values()) {
      giveBack(lane, lane.takeWaiting());
    }
    long until = threads.nanoClock().getAsLong() + patience.toNanos();
    settleUntil(until);
    lanes.values().forEach(lane -> lane.deliveries().interruptAll());
    if (underWay() > 0) {
      Log.stillDelivering(underWay());
    }
  }

  private void giveBack(Lane lane, List<HeldMessage> messages) {
    messages.forEach(message -> ended.add(new Ended(lane, message, message.givenBack())));
  }

  private void settleUntil(long until) {
    turn();
    synchronized (progress) {
      while (underWay() > 0 || !ended.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(until - threads.nanoClock().getAsLong());
        if (left <= 0) {
          return;
        }
        try {
          progress.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  private int underWay() {
    return lanes.values().stream().mapToInt(Lane::workers).sum();
  }

  private void tellProgress() {
    synchronized (progress) {
      progress.notifyAll();
    }
  }
}
