// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link RecordStore#claimAgain} and {@link RecordStore#replaceExpired} (P8). */
abstract class ReclaimContract extends ContractPart {

  ReclaimContract(RecordStoreContract contract) {
    super(contract);
  }

  /** "Claims a record again within its life, after a retryable failure or a dead lease". */
  @Nested
  class WhenTheLeaseIsDead {

    @Test
    void theTakerGetsTheNextAttemptAndALeaseOfItsOwn() {
      claim(claimant(SHORT));
      awaitDeadLease();
      Claimant taker = claimant(LONG);
      claimAgain(taker);
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(new Fence(id, 2, taker.token()));
      assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(record.timing().leaseIsDead()).isFalse();
      assertThat(record.timing().leaseLeft()).isLessThanOrEqualTo(LONG);
    }

    @Test
    void lifeFingerprintAndStartAreKept() {
      Claimant first = claimant(SHORT);
      claim(first);
      Instant startedAt = committed().timing().startedAt();
      awaitDeadLease();
      claimAgain(claimant(LONG));
      assertThat(committed().life()).isEqualTo(first.newLife());
      assertThat(committed().fingerprint()).isEqualTo(FINGERPRINT);
      assertThat(committed().timing().startedAt()).isEqualTo(startedAt);
    }

    @Test
    void anUnfinishedRecordNeverExpires() {
      claim(claimant(SHORT));
      awaitDeadLease();
      assertThat(committed().timing().expired()).isFalse();
      assertThat(committed().timing().expiresIn()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 16})
    void ofRacingTakersExactlyOneWins(int takers) throws Exception {
      claim(claimant(SHORT));
      awaitDeadLease();
      CyclicBarrier barrier = new CyclicBarrier(takers);
      List<Future<Boolean>> takeovers = new ArrayList<>();
      for (int i = 0; i < takers; i++) {
        takeovers.add(
            onAnotherThread(
                () -> {
                  barrier.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                  return inNew(this::takeOverIfStillDead);
                }));
      }
      List<Boolean> results = new ArrayList<>();
      for (Future<Boolean> takeover : takeovers) {
        results.add(result(takeover));
      }
      assertThat(results).hasSize(takers).containsOnlyOnce(true);
      assertThat(committed().fence().attempt()).isEqualTo(2);
    }

    private boolean takeOverIfStillDead() {
      Optional<StoredRecord> seen = store().lock(id);
      return seen.isPresent()
          && seen.get().timing().leaseIsDead()
          && store().claimAgain(seen.get(), claimant(LONG));
    }
  }

  @Nested
  class WhenTheFailureIsRetryable {

    @Test
    void lifeAndFingerprintAreKeptAndTheAttemptGrows() {
      Claimant first = claimant(LONG);
      Fence fence = claim(first);
      Instant startedAt = committed().timing().startedAt();
      assertThat(inNew(() -> store().markRetryable(fence, Retention.of(LONG)))).isTrue();
      Claimant second = claimant(LONG);
      claimAgain(second);
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(new Fence(id, 2, second.token()));
      assertThat(record.life()).isEqualTo(first.newLife());
      assertThat(record.fingerprint()).isEqualTo(FINGERPRINT);
      assertThat(record.timing().startedAt()).isEqualTo(startedAt);
    }

    @Test
    void theClaimItselfTakesTheExpiryAndTheMarkAway() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      assertThat(committed().timing().expiresIn()).isNotNull();
      claimAgain(claimant(LONG));
      StoredRecord record = committed();
      assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(record.retryable()).isFalse();
      assertThat(record.timing().expired()).isFalse();
      assertThat(record.timing().expiresIn()).isNull();
      assertThat(record.storedOutcome()).isEmpty();
    }
  }

  /** "Claims a finished and expired record as a new life". */
  @Nested
  class WhenTheRecordHasExpired {

    @Test
    void theNewLifeHasItsOwnSeedFingerprintStartAndTheNextAttempt() {
      Fence fence = claim(claimant(LONG));
      Instant firstStart = committed().timing().startedAt();
      finish(fence, CREATED, Retention.of(SHORT));
      awaitExpiry();
      Claimant next = claimant(LONG);
      replaceExpired(OTHER_FINGERPRINT, next);
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(new Fence(id, 2, next.token()));
      assertThat(record.life()).isEqualTo(next.newLife());
      assertThat(record.fingerprint()).isEqualTo(OTHER_FINGERPRINT);
      assertThat(record.timing().startedAt()).isAfter(firstStart);
      assertThat(record.timing().leaseIsDead()).isFalse();
    }

    @Test
    void theOldLifesOutcomeIsGoneAndTheRecordNoLongerExpires() {
      finish(claim(claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      replaceExpired(FINGERPRINT, claimant(LONG));
      StoredRecord record = committed();
      assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(record.storedOutcome()).isEmpty();
      assertThat(record.timing().expired()).isFalse();
      assertThat(record.timing().expiresIn()).isNull();
    }

    @Test
    void aFinalRefusalIsReplacedToo() {
      finish(claim(claimant(LONG)), DECLINED, Retention.of(SHORT));
      awaitExpiry();
      Claimant next = claimant(LONG);
      assertThat(replaceExpired(OTHER_FINGERPRINT, next).attempt()).isEqualTo(2);
      assertThat(committed().life()).isEqualTo(next.newLife());
    }

    @Test
    void aRetryableFailureIsReplacedTooAndIsNoLongerRetryable() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(SHORT)));
      awaitExpiry();
      Claimant next = claimant(LONG);
      replaceExpired(OTHER_FINGERPRINT, next);
      assertThat(committed().life()).isEqualTo(next.newLife());
      assertThat(committed().retryable()).isFalse();
    }

    @Test
    void theNewLifesOutcomeIsTheOneThatIsKept() {
      finish(claim(claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      finish(replaceExpired(OTHER_FINGERPRINT, claimant(LONG)), DECLINED, Retention.FOREVER);
      assertThat(committed().state()).isEqualTo(RecordState.FAILED);
      assertThat(committed().storedOutcome()).map(Outcome::kind).contains(OutcomeKind.FAILURE);
    }

    @Test
    void theAttemptGrowsOverLivesAndTakeovers() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      finish(claimAgain(claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      replaceExpired(FINGERPRINT, claimant(SHORT));
      awaitDeadLease();
      claimAgain(claimant(LONG));
      assertThat(committed().fence().attempt()).isEqualTo(4);
    }
  }
}
