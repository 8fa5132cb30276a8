// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.Protocol;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Everything that one run of the model has: the database, the clients, and what befalls them. */
final class ModelWorld {

  /** A commit that is under way while nobody waits for it any more. */
  private record Doubt(String whose, long memory) {}

  /** A call gives a sign of life every third of its lease. */
  private static final int THIRDS = 3;

  private final ModelScenario scenario;
  private final FakeClock clock = FakeClock.stopped();
  private final ModelNames names = new ModelNames(clock);
  private final ModelSteps steps = new ModelSteps();
  private final ModelMonitor monitor;
  private final boolean merges;
  private final InMemoryRecordStore database;
  private final ModelScheduler scheduler;
  private final List<ModelClient> clients = new ArrayList<>();
  private final Set<FakeTransaction> business = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<FakeTransaction, Doubt> inDoubt = new LinkedHashMap<>();
  private int faultsLeft;
  private int leaseEndsLeft;
  private int expiriesLeft;
  private int ticksLeft;

  /**
   * Makes a run.
   *
   * @param guards what the statements are guarded by
   * @param merges whether states are one that differ only in what a call had learnt before its
   *     method began
   */
  ModelWorld(
      ModelScenario scenario,
      Set<Guard> guards,
      boolean merges,
      ExecutorService pool,
      Function<ModelWorld, ModelChoice.Chooser> choosers) {
    this.scenario = scenario;
    this.monitor = new ModelMonitor(clock, scenario.inPhases() ? steps : null);
    this.faultsLeft = scenario.faults();
    this.leaseEndsLeft = scenario.leaseEnds();
    this.expiriesLeft = scenario.expiries();
    this.ticksLeft = scenario.ticks();
    this.merges = merges;
    this.database =
        new InMemoryRecordStore(
            clock, (holder, atMost) -> waitForEnd(holder, atMost != null), guards);
    ModelChoice.Chooser chooser = choosers.apply(this);
    this.scheduler =
        new ModelScheduler(
            pool,
            this::happenings,
            () -> faultsLeft > 0,
            choices -> {
              look();
              return spend(chooser.choose(choices));
            });
    for (ModelScenario.Client client : scenario.clients()) {
      clients.add(new ModelClient(this, client, "client " + (char) ('A' + clients.size())));
    }
  }

  /** Runs to the end, and if everybody got there, lets one more call: no key may be stuck. */
  void run() {
    scheduler.run();
    if (scheduler.isComplete()) {
      look();
      clock.advance(ModelClient.STALE_AFTER);
      new ModelClient(this, ModelClient.last(scenario), "last client").callAlone();
      look();
    }
  }

  private @Nullable ModelChoice spend(@Nullable ModelChoice chosen) {
    if (chosen instanceof ModelChoice.Turn turn
        && turn.action().isFault()
        && !turn.thread().isDying()) {
      faultsLeft--;
    }
    return chosen;
  }

  ModelScenario scenario() {
    return scenario;
  }

  ModelNames names() {
    return names;
  }

  ModelSteps steps() {
    return steps;
  }

  ModelMonitor monitor() {
    return monitor;
  }

  InMemoryRecordStore database() {
    return database;
  }

  FakeClock clock() {
    return clock;
  }

  ModelScheduler scheduler() {
    return scheduler;
  }

  @Nullable FakeRow row() {
    return database.committed(ModelClient.IDENTITY.id()).orElse(null);
  }

  /** The record as the running transaction sees it. */
  @Nullable FakeRow visibleRow() {
    return database.table().select(currentTransaction(), ModelClient.IDENTITY.id()).orElse(null);
  }

  /** Until when the claim that holds the record has had its lease renewed. */
  private Optional<Instant> renewedLease() {
    FakeRow row = row();
    return row == null ? Optional.empty() : database.table().committedLease(row.fence());
  }

  private void look() {
    monitor.look(row(), renewedLease().orElse(Instant.MIN));
  }

  /**
   * The method begins. All that its call has learnt is in the attempt, and nothing bounds its time.
   * Where the node's threads share more than that, what they have observed goes on counting.
   */
  void runs(Attempt attempt) {
    ModelThread me = scheduler.me();
    if (merges
        && scenario.protocol() == Protocol.TWO_TRANSACTIONS
        && me.node().isSingleThreaded()) {
      me.node()
          .remembers(names.of(attempt.life()) + attempt.fence().attempt() + attempt.startedLife());
      me.isUnbounded();
    }
  }

  private String sinceCall(ModelThread thread) {
    Instant calledAt = thread.calledAt();
    return calledAt == null ? "" : Duration.between(calledAt, clock.instant()).toString();
  }

  void writeEffect(UUID life, String name) {
    database.transactions().write(() -> monitor.committed(new ModelMonitor.Effect(life, name)));
  }

  void writeStep(UUID life, String step, String name) {
    database.transactions().write(() -> steps.committed(life, step, name));
  }

  // Transactions

  FakeTransaction currentTransaction() {
    FakeTransaction current = database.transactions().current();
    if (current == null) {
      throw new AssertionError("a statement runs outside a transaction");
    }
    return current;
  }

  void hasBegun(FakeTransaction transaction) {
    scheduler.me().hasBegun(transaction);
  }

  void isBusiness(FakeTransaction transaction) {
    business.add(transaction);
  }

  void leaveInDoubt(FakeTransaction transaction) {
    ModelThread me = scheduler.me();
    inDoubt.put(transaction, new Doubt(me.name(), me.node().memory()));
  }

  void rollBackAllOf(ModelThread thread) {
    for (FakeTransaction begun : thread.begun()) {
      if (!begun.hasEnded() && !inDoubt.containsKey(begun)) {
        database.transactions().endSilently(begun, false);
      }
    }
  }

  /** The fake database's waits: nobody may wait for somebody's business transaction. */
  boolean waitForEnd(FakeTransaction holder, boolean bounded) {
    ModelMonitor.require(
        !business.contains(holder),
        "somebody waits for a business transaction",
        scheduler.me().name());
    ModelAction action =
        scheduler
            .me()
            .node()
            .reach(
                ModelPoint.when(
                    holder::hasEnded,
                    "wait for the lock",
                    bounded ? ModelAction.OF_BOUNDED_WAIT : ModelAction.OF_WAIT));
    return action != ModelAction.TIME_OUT;
  }

  // Time

  /** Whether nothing will change what the time is compared with. */
  boolean timeStandsStill() {
    return leaseEndsLeft == 0 && expiriesLeft == 0 && ticksLeft == 0;
  }

  long nanoTime() {
    scheduler.requireAlive();
    ModelThread me = scheduler.me();
    if (!me.looksFirst()) {
      me.node()
          .reach(
              new ModelPoint(
                  "look at the clock", ModelAction.ONLY_GO, () -> true, timeStandsStill()));
      me.node().observed(sinceCall(me));
    }
    return clock.nanoTime();
  }

  /**
   * The clock for code that reads it under a lock of its own, where no thread may stop: read as it
   * was at the last point.
   */
  long nanoTimeUnderLock() {
    scheduler.requireAlive();
    ModelThread me = scheduler.me();
    me.node().observed(sinceCall(me));
    return clock.nanoTime();
  }

  /** A call that waits lets the others go on, and the time pass. */
  void pause(Duration duration) {
    scheduler.me().node().reach(ModelPoint.of("pause", ModelAction.OF_WAIT));
    clock.advance(duration);
  }

  // What happens around

  private List<ModelChoice> happenings() {
    List<ModelChoice> happenings = new ArrayList<>();
    FakeRow row = row();
    boolean somebodyLives = scheduler.threads().stream().anyMatch(thread -> !thread.hasEnded());
    if (row != null && somebodyLives) {
      StoredRecord now = row.seenAt(clock.instant());
      if (leaseEndsLeft > 0
          && now.state() == RecordState.IN_PROGRESS
          && !now.timing().leaseIsDead()
          && ticksLeft == 0) {
        happenings.add(new ModelChoice.Happening("the lease runs out", this::endLease));
      }
      if (expiriesLeft > 0 && now.state() != RecordState.IN_PROGRESS && !now.timing().expired()) {
        happenings.add(new ModelChoice.Happening("the record expires", this::expire));
      }
    }
    if (ticksLeft > 0 && row != null && somebodyLives) {
      happenings.add(new ModelChoice.Happening("a third of the lease passes", this::tick));
    }
    inDoubt.forEach(
        (transaction, doubt) -> {
          happenings.add(
              new ModelChoice.Happening(
                  "the commit of " + doubt.whose() + " happens", () -> settle(transaction, true)));
          happenings.add(
              new ModelChoice.Happening(
                  "the commit of " + doubt.whose() + " fails", () -> settle(transaction, false)));
        });
    return happenings;
  }

  private void tick() {
    ticksLeft--;
    clock.advance(ModelClient.STALE_AFTER.dividedBy(THIRDS));
    clients.stream().map(ModelClient::node).distinct().forEach(ModelNode::tick);
  }

  private void endLease() {
    leaseEndsLeft--;
    clock.advance(ModelClient.STALE_AFTER);
  }

  private void expire() {
    expiriesLeft--;
    clock.advance(ModelClient.RETENTION);
  }

  private void settle(FakeTransaction transaction, boolean commits) {
    inDoubt.remove(transaction);
    database.transactions().endSilently(transaction, commits);
  }

  // The state

  /** What a run has come to. */
  String end() {
    return names.of(row()) + monitor.effects().stream().map(ModelMonitor.Effect::name).toList();
  }

  ModelState state() {
    StringBuilder text = new StringBuilder();
    text.append(faultsLeft)
        .append(leaseEndsLeft)
        .append(expiriesLeft)
        .append(ticksLeft)
        .append(names.of(row()));
    renewedLease().ifPresent(until -> text.append(Duration.between(clock.instant(), until)));
    Set<ModelNode> nodes = new HashSet<>();
    for (ModelClient client : clients) {
      client.describe(text);
      if (nodes.add(client.node())) {
        client.node().describe(text);
      }
    }
    for (ModelThread thread : scheduler.threads()) {
      text.append(thread.hasEnded() ? 'e' : thread.isDying() ? 'd' : '-');
      if (!thread.hasEnded()) {
        text.append(sinceCall(thread));
        thread.begun().forEach(begun -> describe(begun, text));
      }
    }
    inDoubt.forEach(
        (transaction, doubt) -> {
          text.append(doubt);
          describe(transaction, text);
        });
    monitor.effects().forEach(effect -> text.append(effect.name()));
    steps.describe(text);
    return ModelState.of(text);
  }

  private void describe(FakeTransaction transaction, StringBuilder text) {
    transaction.writes.forEach((id, row) -> text.append(names.of(row.orElse(null))));
    transaction.leases.forEach(
        (fence, until) ->
            text.append(names.of(fence.token()))
                .append(Duration.between(clock.instant(), until.orElse(Instant.EPOCH))));
  }
}
