// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.KeyInProgressException;
import dev.idempotency.KeyMismatchException;
import dev.idempotency.KeySpentException;
import dev.idempotency.OutcomeNotKeptException;
import dev.idempotency.OutcomeUnknownException;
import dev.idempotency.UnreadableRecordException;
import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.StagedStore.Statement;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** P6 to P8: what a call does that meets a record. */
class DecisionTest extends ProtocolFixture {

  private static final Outcome CREATED = ContractPart.CREATED;

  /** Records that a call can meet. */
  enum Met {
    LIVE,
    DEAD,
    SUCCEEDED,
    SUCCEEDED_EXPIRED,
    REFUSED,
    REFUSED_EXPIRED,
    RETRYABLE,
    RETRYABLE_EXPIRED
  }

  private void meet(Met met) {
    Fence fence = claimedByAnother();
    switch (met) {
      case LIVE, DEAD -> {}
      case SUCCEEDED, SUCCEEDED_EXPIRED -> finishedByAnother(fence, CREATED);
      case REFUSED, REFUSED_EXPIRED -> finishedByAnother(fence, ContractPart.DECLINED);
      case RETRYABLE, RETRYABLE_EXPIRED ->
          inNew(() -> database.markRetryable(fence, Retention.of(RETENTION)));
    }
    if (met == Met.DEAD) {
      letLeaseRunOut();
    } else if (met.name().endsWith("EXPIRED")) {
      clock.advance(RETENTION);
    }
  }

  @ParameterizedTest(name = "{0}: {1}, other request: {2}")
  @DisplayName("P6: the same request, and another one")
  @CsvSource({
    "LIVE, busy, mismatch",
    "DEAD, runs, mismatch",
    "SUCCEEDED, replay, mismatch",
    "SUCCEEDED_EXPIRED, runs, runs",
    "REFUSED, replay, mismatch",
    "REFUSED_EXPIRED, runs, runs",
    "RETRYABLE, runs, mismatch",
    "RETRYABLE_EXPIRED, runs, runs"
  })
  void whatTheCallDoesIsDecidedByTheRecord(Met met, String same, String other) {
    meet(met);
    TestWork unwanted = returning("done");
    assertThat(kind(node.execute(callWith(OTHER_REQUEST), unwanted))).isEqualTo(other);
    if (unwanted.runs() == 0) {
      assertThat(kind(node.execute(call(), returning("done")))).isEqualTo(same);
    }
  }

  @ParameterizedTest
  @DisplayName("P8: every claim is the next attempt; only expiry starts a life")
  @EnumSource(
      names = {"DEAD", "SUCCEEDED_EXPIRED", "REFUSED_EXPIRED", "RETRYABLE", "RETRYABLE_EXPIRED"})
  void everyClaimIsTheNextAttempt(Met met) {
    meet(met);
    UUID life = record().life();
    TestWork work = returning("done");
    ranAndStored(node.execute(call(), work));
    Attempt attempt = work.attempts.get(0);
    assertThat(attempt.fence().attempt()).isEqualTo(2);
    assertThat(attempt.life().equals(life)).isNotEqualTo(met.name().endsWith("EXPIRED"));
    assertThat(record().life()).isEqualTo(attempt.life());
    assertThat(record().fence()).isEqualTo(attempt.fence());
  }

  private static String kind(Answer answer) {
    if (answer instanceof Answer.Ran) {
      return "runs";
    }
    if (answer instanceof Answer.Replay) {
      return "replay";
    }
    Object reason = as(Answer.Refused.class, answer).reason();
    return reason instanceof KeyMismatchException
        ? "mismatch"
        : reason instanceof KeyInProgressException ? "busy" : reason.toString();
  }

  @Nested
  @DisplayName("P6: at the very instant")
  class AtTheInstant {

    @Test
    void theLeaseIsLiveUntilItsEndAndDeadAtIt() {
      meet(Met.LIVE);
      clock.advance(STALE_AFTER.minusNanos(1000));
      refused(KeyInProgressException.class, node.execute(call(), returning("done")));
      clock.advance(Duration.ofNanos(1000));
      ranAndStored(node.execute(call(), returning("done")));
    }

    @Test
    void theRecordIsKeptUntilItsExpiryAndExpiredAtIt() {
      meet(Met.SUCCEEDED);
      clock.advance(RETENTION.minusNanos(1000));
      Answer.Replay replay = as(Answer.Replay.class, node.execute(call(), returning("done")));
      assertThat(replay.expiresIn()).isEqualTo(Duration.ofNanos(1000));
      clock.advance(Duration.ofNanos(1000));
      ranAndStored(node.execute(call(), returning("done")));
    }
  }

  @ParameterizedTest
  @DisplayName("A busy caller waits for the lease or the bound, in whole seconds, at least one")
  @CsvSource({"PT0S, 5", "PT25S, 5", "PT25.5S, 5", "PT26S, 4", "PT29.3S, 1", "PT29.999S, 1"})
  void aBusyCallerIsToldWhenToRepeat(Duration later, long seconds) {
    meet(Met.LIVE);
    clock.advance(later);
    assertThat(
            refused(KeyInProgressException.class, node.execute(call(), returning("done")))
                .retryAfter())
        .contains(Duration.ofSeconds(seconds));
  }

  @Nested
  @DisplayName("A replay")
  class Replaying {

    @Test
    void hasTheStoredBytesAndRunsNothing() {
      Outcome first = ranAndStored(node.execute(call(), returning("done")));
      TestWork work = returning("something else");
      Outcome again = replayed(otherNode.execute(call(), work));
      assertThat(again).usingRecursiveComparison().isEqualTo(first);
      assertThat(work.runs()).isZero();
      assertThat(rows).hasSize(1);
    }

    @Test
    void needsNoLock() {
      meet(Met.SUCCEEDED);
      try (OpenTransaction other = OpenTransaction.on(container, () -> database.lock(id))) {
        replayed(node.execute(call(), returning("done")));
        assertThat(other.isOpen()).isTrue();
      }
    }

    @Test
    void ofAnOutcomeThatWasNotKeptNamesTheLocation() {
      List<Header> headers = List.of(new Header("ETag", "7"), new Header("location", "/reports/7"));
      finishedByAnother(claimedByAnother(), Outcome.bodyless(201, headers));
      OutcomeNotKeptException notKept =
          refused(OutcomeNotKeptException.class, node.execute(call(), returning("done")));
      assertThat(notKept.location()).contains("/reports/7");
      assertThat(notKept).hasMessageContaining("succeeded");
    }

    @Test
    void ofASpentKeyAsksForANewOne() {
      finishedByAnother(claimedByAnother(), ContractPart.DECLINED.spent());
      refused(KeySpentException.class, node.execute(call(), returning("done")));
    }

    @Test
    void ofAnUnknownOutcomeAsksForAPerson() {
      finishedByAnother(
          claimedByAnother(), new Outcome(OutcomeKind.UNKNOWN, 0, List.of(), null, null, null));
      refused(OutcomeUnknownException.class, node.execute(call(), returning("done")));
    }

    @Test
    @DisplayName("P2: of an unknown fingerprint version fails closed")
    void ofAnUnknownVersionFailsClosed() {
      meet(Met.SUCCEEDED);
      Call newer = callWith(Fingerprint.of(2, REQUEST.digest()));
      TestWork work = returning("done");
      refused(UnreadableRecordException.class, node.execute(newer, work));
      assertThat(work.runs()).isZero();
    }
  }

  @Nested
  @DisplayName(
      "P7: what changes the record is decided again under its lock, which is not waited for")
  class UnderTheLock {

    private void betweenReadAndLock(Runnable others) {
      node.store.before().at(Statement.LOCK, 1, others);
    }

    @Test
    void anOwnerThatFinishesInBetweenIsReplayed() {
      Fence owner = claimedByAnother();
      letLeaseRunOut();
      betweenReadAndLock(() -> finishedByAnother(owner, CREATED));
      TestWork work = returning("done");
      replayed(node.execute(call(), work));
      assertThat(work.runs()).isZero();
    }

    @Test
    void aTakerThatWasFasterIsRespected() {
      meet(Met.DEAD);
      betweenReadAndLock(DecisionTest.this::takenByAnother);
      refused(KeyInProgressException.class, node.execute(call(), returning("done")));
      assertThat(record().fence().attempt()).isEqualTo(2);
    }

    @Test
    void aNewLifeWithAnotherRequestIsAMismatch() {
      meet(Met.SUCCEEDED_EXPIRED);
      betweenReadAndLock(() -> otherNode.execute(callWith(OTHER_REQUEST), returning("other")));
      refused(KeyMismatchException.class, node.execute(call(), returning("done")));
      assertThat(rows).containsExactly("attempt 2");
    }

    @Test
    void anOwnerThatIsJustFinishingMakesTheTakerBusy() {
      Fence owner = claimedByAnother();
      letLeaseRunOut();
      Runnable write = () -> database.storeOutcome(owner, CREATED, Retention.FOREVER);
      try (OpenTransaction finishing = OpenTransaction.on(container, write)) {
        KeyInProgressException busy =
            refused(KeyInProgressException.class, node.execute(call(), returning("done")));
        assertThat(busy.retryAfter()).contains(Duration.ofSeconds(1));
        assertThat(finishing.isOpen()).isTrue();
      }
      replayed(node.execute(call(), returning("done")));
    }

    @Test
    void anOwnerThatFinishesWhileTheLockIsRefusedIsReplayed() {
      Fence owner = claimedByAnother();
      letLeaseRunOut();
      Runnable write = () -> database.storeOutcome(owner, CREATED, Retention.of(RETENTION));
      try (OpenTransaction finishing = OpenTransaction.on(container, write)) {
        node.store.after().at(Statement.LOCK, 1, finishing::close);
        replayed(node.execute(call(), returning("done")));
      }
    }

    @Test
    void aRecordThatVanishesBeforeTheLockIsClaimedAnew() {
      Fence owner = claimedByAnother();
      letLeaseRunOut();
      betweenReadAndLock(() -> inNew(() -> database.delete(owner)));
      TestWork work = returning("done");
      ranAndStored(node.execute(call(), work));
      assertThat(work.attempts.get(0).fence().attempt()).isEqualTo(1);
    }
  }
}
