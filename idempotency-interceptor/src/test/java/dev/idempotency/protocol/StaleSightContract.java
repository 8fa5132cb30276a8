// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@link RecordStore#claimAgain} and {@link RecordStore#replaceExpired}, guarded by what was seen.
 */
abstract class StaleSightContract extends ContractPart {

  StaleSightContract(RecordStoreContract contract) {
    super(contract);
  }

  /** "Whether the record still was as seen". */
  @Nested
  class WhenTheRecordIsNoLongerAsSeen {

    @Test
    void aTakerWhoSawTheAttemptBeforeChangesNothing() {
      claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord stale = committed();
      claimAgain(claimant(LONG));
      assertUnchangedByClaimsOn(stale);
    }

    @Test
    void aTakerWhoSawItRunningCannotTakeWhatHasSucceeded() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord stale = committed();
      finish(fence, CREATED, Retention.FOREVER);
      assertUnchangedByClaimsOn(stale);
    }

    @Test
    void aTakerWhoSawItRunningCannotTakeWhatWasRefused() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord stale = committed();
      finish(fence, DECLINED, Retention.FOREVER);
      assertUnchangedByClaimsOn(stale);
    }

    @Test
    void whoSawItRetryableCannotTakeTheNextAttempt() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      StoredRecord stale = committed();
      claimAgain(claimant(LONG));
      assertUnchangedByClaimsOn(stale);
    }

    @Test
    void whoSawItExpiredCannotReplaceTheNewLife() {
      finish(claim(claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      StoredRecord stale = committed();
      finish(replaceExpired(FINGERPRINT, claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      assertUnchangedByClaimsOn(stale);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2})
    void theAttemptAloneIsAGuard(long attempt) {
      claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord seen = committed();
      assertUnchangedByClaimsOn(with(seen, new Fence(id, attempt, seen.fence().token())));
    }

    @Test
    void theTokenAloneIsAGuard() {
      claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord seen = committed();
      assertUnchangedByClaimsOn(with(seen, new Fence(id, 1, UUID.randomUUID())));
    }

    @Test
    void aRecordThatIsGoneStaysGone() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      StoredRecord stale = committed();
      inNew(() -> store().delete(fence));
      assertThat(inNew(() -> store().claimAgain(stale, claimant(LONG)))).isFalse();
      assertThat(inNew(() -> store().replaceExpired(stale, FINGERPRINT, claimant(LONG)))).isFalse();
      assertThat(find()).isEmpty();
    }

    private StoredRecord with(StoredRecord seen, Fence fence) {
      return new StoredRecord(
          fence,
          seen.life(),
          seen.state(),
          seen.retryable(),
          seen.fingerprint(),
          seen.timing(),
          seen.outcome());
    }

    private void assertUnchangedByClaimsOn(StoredRecord stale) {
      Object before = lasting(committed());
      Duration lease = committed().timing().leaseLeft();
      assertThat(inNew(() -> store().claimAgain(stale, claimant(LONG)))).isFalse();
      assertThat(inNew(() -> store().replaceExpired(stale, OTHER_FINGERPRINT, claimant(LONG))))
          .isFalse();
      assertThat(lasting(committed())).isEqualTo(before);
      assertThat(committed().timing().leaseLeft()).isLessThanOrEqualTo(lease);
    }
  }
}
