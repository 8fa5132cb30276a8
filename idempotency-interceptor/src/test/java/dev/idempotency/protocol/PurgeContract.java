// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.PurgeStore.Window;
import dev.idempotency.protocol.StoredStep.Place;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@link PurgeStore}: what has outlived its retention (P38, P45). */
abstract class PurgeContract extends ContractPart {

  private static final int MANY = 100;
  private static final Outcome.Failure FAILURE = new Outcome.Failure("some.Type", "abandoned");
  private static final Place CHARGED = new Place(0, "charged");

  /** Of this test alone. */
  private final String operation = "purge.test-" + UUID.randomUUID();

  private final RecordIdentity mine = RecordIdentity.of(operation, "alice", "key-1");

  PurgeContract(RecordStoreContract contract) {
    super(contract);
  }

  private Fence claimMine(Duration staleAfter) {
    Claimant claimant = claimant(staleAfter);
    assertThat(inNew(() -> store().insert(mine, FINGERPRINT, claimant))).isTrue();
    return new Fence(mine.id(), 1, claimant.token());
  }

  private Optional<StoredRecord> findMine() {
    return inNew(() -> store().read(mine.id()));
  }

  private StoredRecord mine() {
    return findMine().orElseThrow();
  }

  /** All that there is of the operation. */
  private Window everything() {
    return new Window(
        operation,
        Instant.EPOCH,
        inNew(() -> purge().windowEnd(operation, Instant.EPOCH, Duration.ZERO, MANY))
            .orElseThrow());
  }

  private int deleteExpired() {
    Window window = everything();
    return inNew(() -> purge().deleteExpired(window));
  }

  private List<Integer> endAbandoned(Duration retention) {
    Window window = everything();
    return inNew(
        () -> {
          // As the purge does: a transaction begins with a change.
          purge().deleteExpired(window);
          List<RecordId> locked = purge().lockAbandoned(window, retention);
          UUID token = UUID.randomUUID();
          return List.of(
              purge().giveBack(locked, retention, token),
              purge().endUnknown(locked, retention, token, FAILURE));
        });
  }

  private void awaitThat(Predicate<StoredRecord> condition) {
    awaitSoon(() -> condition.test(mine()));
  }

  @Nested
  class Walking {

    @Test
    void namesEachOperationOnce() {
      claimMine(LONG);
      assertThat(inNew(() -> purge().operations(operation.substring(0, operation.length() - 1), 1)))
          .containsExactly(operation);
      assertThat(inNew(() -> purge().operations(operation, MANY))).doesNotContain(operation);
    }

    @Test
    void windowsFollowEachOtherUpToTheYoungestThatIsOldEnough() {
      for (int i = 0; i < 3; i++) {
        RecordIdentity next = RecordIdentity.of(operation, "alice", "key-" + i);
        inNew(() -> store().insert(next, FINGERPRINT, claimant(LONG)));
      }
      Instant first = end(Instant.EPOCH, 2).orElseThrow();
      Instant second = end(first, 2).orElseThrow();
      assertThat(second).isAfter(first);
      assertThat(end(second, 2)).isEmpty();
      assertThat(inNew(() -> purge().windowEnd(operation, Instant.EPOCH, LONG, 2))).isEmpty();
    }

    private Optional<Instant> end(Instant after, int records) {
      return inNew(() -> purge().windowEnd(operation, after, Duration.ZERO, records));
    }
  }

  @Nested
  class DeletingExpired {

    @Test
    void aFinalAndExpiredRecordGoesWithItsSteps() {
      Fence fence = claimMine(LONG);
      inNew(() -> steps().completePhase(fence, CHARGED, new byte[] {'1'}));
      finish(fence, CREATED, Retention.of(SHORT));
      awaitThat(record -> record.timing().expired());
      assertThat(deleteExpired()).isOne();
      assertThat(findMine()).isEmpty();
    }

    @Test
    void whatWasGivenBackAndHasExpiredGoes() {
      Fence fence = claimMine(LONG);
      inNew(() -> store().markRetryable(fence, Retention.of(SHORT)));
      awaitThat(record -> record.timing().expired());
      assertThat(deleteExpired()).isOne();
    }

    @Test
    void anythingElseStays() {
      Fence fence = claimMine(SHORT);
      awaitThat(record -> record.timing().leaseIsDead());
      assertThat(deleteExpired()).isZero();
      finish(fence, CREATED, Retention.of(LONG));
      assertThat(deleteExpired()).isZero();
    }

    @Test
    void whatIsKeptForEverStays() {
      finish(claimMine(LONG), CREATED, Retention.FOREVER);
      assertThat(deleteExpired()).isZero();
    }

    @Test
    void onlyTheWindowIsLookedAt() {
      finish(claimMine(LONG), CREATED, Retention.of(SHORT));
      awaitThat(record -> record.timing().expired());
      Instant seen = everything().upTo();
      Window behind = new Window(operation, seen, seen.plus(LONG));
      Window others = new Window(operation + "x", Instant.EPOCH, seen);
      assertThat(inNew(() -> purge().deleteExpired(behind))).isZero();
      assertThat(inNew(() -> purge().deleteExpired(others))).isZero();
    }

    @Test
    void aRecordThatSomebodyHoldsIsSkippedAndItsNewLifeStays() {
      finish(claimMine(LONG), CREATED, Retention.of(SHORT));
      awaitThat(record -> record.timing().expired());
      Window window = everything();
      try (HeldTransaction taker =
          hold(
              () -> {
                StoredRecord seen = store().lock(mine.id()).orElseThrow();
                assertThat(store().replaceExpired(seen, FINGERPRINT, claimant(LONG))).isTrue();
              })) {
        assertThat(inNew(() -> purge().deleteExpired(window))).isZero();
        taker.commit();
      }
      assertThat(inNew(() -> purge().deleteExpired(window))).isZero();
      assertThat(mine().fence().attempt()).isEqualTo(2);
    }

    @Test
    void aClaimThatMeetsADeletionUnderWayIsBusyAndThenBeginsAnew() {
      finish(claimMine(LONG), CREATED, Retention.of(SHORT));
      awaitThat(record -> record.timing().expired());
      Window window = everything();
      try (HeldTransaction purger = hold(() -> assertThat(purge().deleteExpired(window)).isOne())) {
        assertThat(inNew(() -> store().lock(mine.id()))).isEmpty();
        purger.commit();
      }
      assertThat(inNew(() -> store().insert(mine, FINGERPRINT, claimant(LONG)))).isTrue();
    }
  }

  @Nested
  class EndingWhatWasAbandoned {

    @Test
    void anUnfinishedRecordIsGivenBackUnderANewTokenAndExpires() {
      Fence owner = claimMine(SHORT);
      awaitThat(record -> record.timing().leaseLeft().compareTo(SHORT.negated()) <= 0);
      assertThat(endAbandoned(SHORT)).containsExactly(1, 0);
      assertThat(mine().state()).isEqualTo(RecordState.FAILED);
      assertThat(mine().retryable()).isTrue();
      assertThat(mine().fence().attempt()).isEqualTo(2);
      assertThat(mine().fence().token()).isNotEqualTo(owner.token());
      assertThat(mine().timing().expiresIn()).isNotNull();
      assertThat(inNew(() -> store().storeOutcome(owner, CREATED, Retention.of(LONG)))).isFalse();
      awaitThat(record -> record.timing().expired());
      assertThat(deleteExpired()).isOne();
    }

    @Test
    void aLeaseThatHasNotBeenDeadForTheRetentionIsRespected() {
      claimMine(SHORT);
      awaitThat(record -> record.timing().leaseIsDead());
      assertThat(endAbandoned(LONG)).containsExactly(0, 0);
    }

    /** P30. */
    @Test
    void aRenewedLeaseIsRespected() {
      Fence owner = claimMine(SHORT);
      inNew(() -> leases().renew(List.of(new LeaseStore.Renewal(owner, LONG))));
      awaitSoon(
          () ->
              inNew(() -> store().lock(mine.id()))
                      .orElseThrow()
                      .timing()
                      .leaseLeft()
                      .compareTo(SHORT.negated())
                  <= 0);
      assertThat(endAbandoned(SHORT)).containsExactly(0, 0);
      assertThat(mine().fence()).isEqualTo(owner);
    }

    /** P38. */
    @Test
    void withAStepThatMayHaveTakenEffectItIsLeftToAPersonAndNeverExpires() {
      Fence owner = claimMine(LONG);
      inNew(() -> steps().begin(owner, CHARGED, SHORT));
      awaitThat(record -> record.timing().leaseLeft().compareTo(SHORT.negated()) <= 0);
      assertThat(endAbandoned(SHORT)).containsExactly(0, 1);
      assertUnknown();
    }

    @Test
    void soIsWhatWasGivenBackWithSuchAStepAndNotRetriedForItsRetention() {
      Fence owner = claimMine(LONG);
      inNew(() -> steps().begin(owner, CHARGED, LONG));
      inNew(() -> store().markRetryable(owner, Retention.of(SHORT)));
      assertThat(endAbandoned(LONG)).containsExactly(0, 0);
      assertThat(mine().timing().expiresIn()).isNull();
      awaitSoon(() -> endAbandoned(SHORT).equals(List.of(0, 1)));
      assertUnknown();
    }

    @Test
    void aStepThatHadNoEffectHindersNothing() {
      Fence owner = claimMine(LONG);
      inNew(() -> steps().begin(owner, CHARGED, SHORT));
      inNew(() -> steps().markNotDone(owner, CHARGED, StoredStep.Kind.EXTERNAL));
      awaitThat(record -> record.timing().leaseLeft().compareTo(SHORT.negated()) <= 0);
      assertThat(endAbandoned(SHORT)).containsExactly(1, 0);
    }

    private void assertUnknown() {
      assertThat(mine().state()).isEqualTo(RecordState.FAILED);
      assertThat(mine().retryable()).isFalse();
      assertThat(mine().storedOutcome()).map(Outcome::kind).contains(OutcomeKind.UNKNOWN);
      assertThat(mine().timing().expiresIn()).isNull();
      assertThat(mine().fence().attempt()).isEqualTo(2);
      assertThat(deleteExpired()).isZero();
      assertThat(endAbandoned(SHORT)).containsExactly(0, 0);
    }
  }
}
