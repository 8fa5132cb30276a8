// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@link RecordStore#markRefused}, {@link RecordStore#markRetryable} and {@link
 * RecordStore#delete}: "under the fence, in a transaction of its own", "Skips a record that
 * somebody holds locked".
 */
abstract class MarkContract extends ContractPart {

  /** The three statements, for what they have in common. */
  enum Mark {
    REFUSED,
    RETRYABLE,
    DELETE;

    boolean on(RecordStore store, Fence fence) {
      return switch (this) {
        case REFUSED -> store.markRefused(fence, DECLINED, Retention.FOREVER);
        case RETRYABLE -> store.markRetryable(fence, Retention.of(LONG));
        case DELETE -> store.delete(fence);
      };
    }
  }

  MarkContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean mark(Mark mark, Fence fence) {
    return inNew(() -> mark.on(store(), fence));
  }

  @Nested
  class WhenTheClaimIsTheRecords {

    @Test
    void aRefusalIsFinalAndKeepsTheToken() {
      Fence fence = claim(claimant(LONG));
      assertThat(mark(Mark.REFUSED, fence)).isTrue();
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(fence);
      assertThat(record.state()).isEqualTo(RecordState.FAILED);
      assertThat(record.retryable()).isFalse();
      assertThat(record.isFinal()).isTrue();
      assertThat(record.storedOutcome()).get().usingRecursiveComparison().isEqualTo(DECLINED);
    }

    @Test
    void theRefusalsRetentionIsCountedFromNow() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRefused(fence, DECLINED, Retention.of(Duration.ofHours(1))));
      assertThat(committed().timing().expiresIn())
          .isLessThanOrEqualTo(Duration.ofHours(1))
          .isGreaterThan(Duration.ofHours(1).minus(PATIENCE));
    }

    @Test
    void aRetryableRecordMayBeClaimedAgainAndHoldsNoOutcome() {
      Fence fence = claim(claimant(LONG));
      UUID life = committed().life();
      assertThat(mark(Mark.RETRYABLE, fence)).isTrue();
      StoredRecord record = committed();
      assertThat(record.state()).isEqualTo(RecordState.FAILED);
      assertThat(record.retryable()).isTrue();
      assertThat(record.isFinal()).isFalse();
      assertThat(record.fence().attempt()).isEqualTo(1);
      assertThat(record.life()).isEqualTo(life);
      assertThat(record.storedOutcome()).isEmpty();
    }

    @Test
    void aRetryableRecordExpiresAfterItsRetention() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(SHORT)));
      awaitExpiry();
      assertThat(committed().retryable()).isTrue();
    }

    @Test
    void aRetryableRecordKeptForeverNeverExpires() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.FOREVER));
      assertThat(committed().timing().expired()).isFalse();
      assertThat(committed().timing().expiresIn()).isNull();
    }

    @Test
    void aDeletedRecordIsGoneAndTheNextClaimIsTheFirst() {
      Fence fence = claim(claimant(LONG));
      assertThat(mark(Mark.DELETE, fence)).isTrue();
      assertThat(find()).isEmpty();
      Claimant next = claimant(LONG);
      claim(next);
      assertThat(committed().fence()).isEqualTo(new Fence(id, 1, next.token()));
      assertThat(committed().life()).isEqualTo(next.newLife());
    }

    @ParameterizedTest
    @EnumSource
    void aDeadLeaseThatNobodyTookIsNoObstacle(Mark mark) {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      assertThat(mark(mark, fence)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void anOutcomeThatRolledBackIsNoObstacle(Mark mark) {
      Fence fence = claim(claimant(LONG));
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                transactions().setRollbackOnly();
              });
      assertThat(mark(mark, fence)).isTrue();
    }
  }

  /** "Whether the claim was still the record's": each guard alone. */
  @Nested
  class WhenTheClaimIsNotTheRecords {

    @ParameterizedTest
    @EnumSource
    void theAttemptAloneIsAGuard(Mark mark) {
      Fence fence = claim(claimant(LONG));
      assertRefused(mark, new Fence(id, 0, fence.token()));
      assertRefused(mark, new Fence(id, 2, fence.token()));
    }

    @ParameterizedTest
    @EnumSource
    void theTokenAloneIsAGuard(Mark mark) {
      claim(claimant(LONG));
      assertRefused(mark, new Fence(id, 1, UUID.randomUUID()));
    }

    @ParameterizedTest
    @EnumSource
    void aSucceededRecordStaysSucceeded(Mark mark) {
      Fence fence = claim(claimant(LONG));
      finish(fence, CREATED, Retention.FOREVER);
      assertRefused(mark, fence);
    }

    @ParameterizedTest
    @EnumSource
    void aFinalRefusalStays(Mark mark) {
      Fence fence = claim(claimant(LONG));
      finish(fence, DECLINED, Retention.FOREVER);
      assertRefused(mark, fence);
    }

    @ParameterizedTest
    @EnumSource
    void aRetryableRecordStaysRetryable(Mark mark) {
      Fence fence = claim(claimant(LONG));
      mark(Mark.RETRYABLE, fence);
      assertRefused(mark, fence);
    }

    @ParameterizedTest
    @EnumSource
    void aZombieChangesNothingAfterTheTakeover(Mark mark) {
      Fence zombie = claim(claimant(SHORT));
      awaitDeadLease();
      claimAgain(claimant(LONG));
      assertRefused(mark, zombie);
    }

    @ParameterizedTest
    @EnumSource
    void anAbsentRecordStaysAbsent(Mark mark) {
      assertRefused(mark, new Fence(id, 1, UUID.randomUUID()));
    }

    private void assertRefused(Mark mark, Fence fence) {
      Optional<Object> before = find().map(ContractPart::lasting);
      assertThat(mark(mark, fence)).isFalse();
      assertThat(find().map(ContractPart::lasting)).isEqualTo(before);
    }
  }

  @Nested
  class WhenSomebodyHoldsTheRecordLocked {

    @ParameterizedTest
    @EnumSource
    void theRecordIsSkippedAtOnce(Mark mark) throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction holder = hold(() -> store().lock(id))) {
        assertThat(mark(mark, fence)).isFalse();
        holder.commit();
      }
      assertThat(committed().state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(mark(mark, fence)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void theOwnersOpenTransactionOnTheSameThreadIsSkippedToo(Mark mark) {
      Fence fence = claim(claimant(LONG));
      boolean[] marked = {true};
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                marked[0] = mark(mark, fence);
              });
      assertThat(marked[0]).isFalse();
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }
  }
}
