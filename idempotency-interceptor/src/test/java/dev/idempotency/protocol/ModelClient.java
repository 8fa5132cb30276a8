// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.IdempotencyException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.StaleSnapshotException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.ModelScenario.Way;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Calls with the model's key until it is answered finally, through deaths of its process. */
final class ModelClient {

  static final Duration STALE_AFTER = Duration.ofSeconds(30);
  static final Duration LONGEST_RUN = STALE_AFTER.multipliedBy(2);
  static final Duration RETENTION = Duration.ofHours(24);
  static final RecordIdentity IDENTITY = RecordIdentity.of("model.call", "alice", "key-1");

  private static final int LAST_TRIES = 2;
  private static final OutcomePolicy POLICY =
      new OutcomePolicy(Map.of(409, Reaction.NEW_KEY), Map.of());

  private final ModelWorld world;
  private final ModelScenario.Client client;
  private final String name;
  private final ModelThread thread;
  private ModelNode node;
  private int call;

  ModelClient(ModelWorld world, ModelScenario.Client client, String name) {
    this.world = world;
    this.client = client;
    this.name = name;
    this.thread = world.scheduler().spawn(name, this::callUntilAnswered);
    this.node = startProcess();
  }

  /** Who calls when everything is over. */
  static ModelScenario.Client last(ModelScenario scenario) {
    return ModelScenario.client(
        scenario.inPhases() ? Way.STEPS : scenario.inSingle() ? Way.SINGLE : Way.OWN,
        scenario.chargesOnce() ? ModelWork.Ends.CHARGES_ONCE : ModelWork.Ends.RETURNS);
  }

  private ModelNode startProcess() {
    boolean callsOnItsThread =
        switch (client.way()) {
          case OWN, STEPS, SINGLE -> true;
          case CONTAINERS_SETTLED, CONTAINERS, CALLERS, SINGLE_IN_CALLERS -> false;
        };
    boolean alone = callsOnItsThread && world.scenario().ticks() == 0;
    ModelNode started = new ModelNode(world, name, alone);
    started.runs(thread);
    return started;
  }

  ModelNode node() {
    return node;
  }

  void describe(StringBuilder text) {
    text.append(call);
  }

  private void callUntilAnswered() {
    for (call = 1; call <= world.scenario().calls(); call++) {
      try {
        boolean answered = callOnce();
        if (node.isSingleThreaded()) {
          node.remembers("");
        }
        if (answered) {
          return;
        }
      } catch (ModelThread.Death e) {
        if (world.scheduler().isStopped()) {
          throw e;
        }
        world.database().transactions().die();
        thread.livesAgain();
        node = startProcess();
      }
    }
  }

  /** Calls when nobody else is about: the key must not be stuck. */
  void callAlone() {
    world.scheduler().setFree(thread);
    for (call = 1; call <= LAST_TRIES; call++) {
      if (callOnce()) {
        return;
      }
    }
    throw new AssertionError("the key is stuck: " + world.row());
  }

  /** Whether it was answered finally. */
  private boolean callOnce() {
    if (call > 1) {
      node.reach(
          new ModelPoint("call again", ModelAction.ONLY_GO, () -> true, world.timeStandsStill()));
    }
    thread.calls(name + " " + call, world.clock().instant());
    return isFinal(
        switch (client.way()) {
          case OWN, SINGLE -> execute(new ModelWork(world, client.ends(call)));
          case STEPS -> execute(new ModelPhases(world, client.ends(call)));
          case CONTAINERS_SETTLED, CONTAINERS, CALLERS, SINGLE_IN_CALLERS ->
              callInTransaction(new ModelWork(world, client.ends(call)));
        });
  }

  private Answer execute(GuardedWork work) {
    return node.protocol().execute(newCall(ActiveTransaction.CALLERS), work);
  }

  private Answer callInTransaction(ModelWork work) {
    ActiveTransaction active =
        switch (client.way()) {
          case CONTAINERS_SETTLED -> ActiveTransaction.CALLS_AND_SETTLED;
          case CONTAINERS -> ActiveTransaction.CALLS;
          case CALLERS, OWN, STEPS, SINGLE, SINGLE_IN_CALLERS -> ActiveTransaction.CALLERS;
        };
    Answer[] answer = new Answer[1];
    node.transactions().beginBusiness();
    node.settle("call", () -> answer[0] = node.protocol().execute(newCall(active), work));
    if (answer[0] instanceof Answer.Refused || work.threwUnchecked()) {
      node.transactions().setRollbackOnly();
    }
    boolean committed = node.transactions().endBusiness();
    if (!(answer[0] instanceof Answer.Pending pending)) {
      return answer[0];
    }
    if (client.way() == Way.CONTAINERS_SETTLED) {
      node.settle("settle", () -> answer[0] = node.protocol().settle(pending.attempt()));
      return answer[0];
    }
    // What did not commit may be told before it is stored; the next call learns what it came to.
    return new Answer.Ran(pending.ending(), committed ? work.outcome() : null);
  }

  private Call newCall(ActiveTransaction active) {
    Fingerprint fingerprint = ContractPart.fingerprint(client.request());
    Fingerprints source =
        new Fingerprints() {
          @Override
          public Fingerprint current() {
            return fingerprint;
          }

          @Override
          public Optional<Fingerprint> under(int version) {
            return version == fingerprint.version() ? Optional.of(fingerprint) : Optional.empty();
          }
        };
    Operation operation =
        new Operation(
            "model.call",
            world.scenario().protocol(),
            new LeaseTerms(STALE_AFTER, LONGEST_RUN),
            Retention.of(RETENTION),
            STALE_AFTER,
            Duration.ZERO,
            POLICY);
    return new Call(IDENTITY, source, operation, active);
  }

  private boolean isFinal(Answer answer) {
    if (answer instanceof Answer.Ran ran) {
      return ran.outcome() != null && holds(ran.outcome());
    }
    if (answer instanceof Answer.Replay replay) {
      return holds(replay.outcome());
    }
    if (answer instanceof Answer.Refused refused) {
      return isFinal(refused.reason());
    }
    throw new AssertionError("a call was left unanswered: " + answer);
  }

  private boolean holds(Outcome outcome) {
    world.monitor().answered(outcome, world.row(), world.scenario().expiries() > 0);
    return true;
  }

  private boolean isFinal(IdempotencyException reason) {
    ModelMonitor.require(
        !(reason instanceof StaleSnapshotException),
        "an owner at READ COMMITTED was told that its snapshot is stale");
    boolean mismatch = reason instanceof KeyMismatchException;
    ModelMonitor.require(
        !mismatch || world.scenario().hasDifferentRequests(), "the same request was a mismatch");
    boolean unknown = reason instanceof OutcomeUnknownException;
    // The retention is as long as the other side remembers a key.
    boolean mayBeUnknown = world.scenario().chargesOnce() || world.scenario().expiries() > 0;
    ModelMonitor.require(!unknown || mayBeUnknown, "what may be repeated is unknown");
    return mismatch || unknown || reason instanceof KeySpentException;
  }
}
