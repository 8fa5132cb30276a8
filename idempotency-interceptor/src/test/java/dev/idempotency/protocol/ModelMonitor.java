// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What must hold in every state of the model, and of every answer. */
final class ModelMonitor {

  /** A business row that has committed. */
  record Effect(UUID life, String name) {}

  private final FakeClock clock;
  private final @Nullable ModelSteps steps;
  private final List<Effect> effects = new ArrayList<>();
  private final Map<UUID, Effect> byLife = new HashMap<>();
  private @Nullable FakeRow last;
  private Instant lastRenewed = Instant.MIN;

  /**
   * Makes a monitor.
   *
   * @param steps what holds of the steps; null where the method runs in one transaction
   */
  ModelMonitor(FakeClock clock, @Nullable ModelSteps steps) {
    this.clock = clock;
    this.steps = steps;
  }

  List<Effect> effects() {
    return effects;
  }

  void committed(Effect effect) {
    effects.add(effect);
    Effect earlier = byLife.putIfAbsent(effect.life(), effect);
    require(earlier == null, "two effects in one life", earlier, effect);
  }

  /** Looks at the record as it is committed now. */
  void look(@Nullable FakeRow row, Instant renewedUntil) {
    if (!Objects.equals(last, row)) {
      requireLegal(last, row);
      last = row;
    }
    lastRenewed = renewedUntil;
    if (row != null && steps != null) {
      steps.look(row);
    } else if (row != null) {
      requireOutcomeAndEffectTogether(row);
    }
  }

  private void requireLegal(@Nullable FakeRow before, @Nullable FakeRow after) {
    if (before == null) {
      return;
    }
    boolean expired = before.seenAt(clock.instant()).timing().expired();
    boolean ends = after == null || !after.life().equals(before.life());
    require(
        !ends || expired || !byLife.containsKey(before.life()),
        "a life with an effect ended before it had expired",
        before,
        after);
    if (ends && steps != null) {
      steps.requireMayEnd(before);
    }
    if (after == null) {
      return;
    }
    require(
        after.fence().attempt() >= before.fence().attempt(),
        "the attempt went back",
        before,
        after);
    boolean sameOwner = after.fence().token().equals(before.fence().token());
    require(
        sameOwner == (after.fence().attempt() == before.fence().attempt()),
        "token and attempt did not change together",
        before,
        after);
    boolean leaseLives =
        before.state() == RecordState.IN_PROGRESS
            && (!before.seenAt(clock.instant()).timing().leaseIsDead()
                || lastRenewed.isAfter(clock.instant()));
    require(sameOwner || !leaseLives, "a live owner was replaced", before, after);
    boolean wasFinal = before.state() != RecordState.IN_PROGRESS && !before.retryable();
    require(
        !wasFinal || ends || after.equals(before),
        "a final record changed within its life",
        before,
        after);
  }

  private void requireOutcomeAndEffectTogether(FakeRow row) {
    Effect effect = byLife.get(row.life());
    if (effect != null) {
      require(
          row.outcome() != null && effect.name().equals(ModelWork.nameOf(row.outcome())),
          "an effect committed without its outcome",
          effect,
          row);
    }
    if (row.state() == RecordState.SUCCEEDED) {
      require(effect != null, "a success is stored whose effect did not commit", row);
    }
  }

  /** An answer that says how the call ended must be what the record says. */
  void answered(Outcome outcome, @Nullable FakeRow row, boolean mayHaveExpired) {
    String told = ModelWork.nameOf(outcome);
    boolean isRecords = row != null && told.equals(ModelWork.nameOf(row.outcome()));
    boolean isFormerLifes =
        mayHaveExpired && effects.stream().anyMatch(effect -> effect.name().equals(told));
    require(isRecords || isFormerLifes, "what was answered is not the record's", told, row);
    if (!outcome.isRefusal()) {
      require(
          steps == null
              ? effects.stream().anyMatch(effect -> effect.name().equals(told))
              : steps.tookEffect(told),
          "a success was answered whose effect did not commit",
          told);
    }
  }

  static void require(boolean holds, String violation, @Nullable Object... about) {
    if (!holds) {
      throw new AssertionError(violation + " " + Arrays.toString(about));
    }
  }
}
