// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * {@link RecordStore#storeOutcome}: "Stores the outcome in the business transaction, under the
 * fence (P16)".
 */
abstract class FinalizeContract extends ContractPart {

  FinalizeContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean storeInBusiness(Fence fence) {
    boolean[] stored = new boolean[1];
    transactions()
        .inBusiness(() -> stored[0] = store().storeOutcome(fence, CREATED, Retention.FOREVER));
    return stored[0];
  }

  private void assertRefused(Fence fence) {
    Optional<Object> before = find().map(ContractPart::lasting);
    assertThat(storeInBusiness(fence)).isFalse();
    assertThat(find().map(ContractPart::lasting)).isEqualTo(before);
  }

  @Nested
  class WhenTheClaimIsTheRecords {

    @Test
    void theOutcomeCommitsAndTheTokenStays() {
      Fence fence = claim(claimant(LONG));
      UUID life = committed().life();
      assertThat(storeInBusiness(fence)).isTrue();
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(fence);
      assertThat(record.life()).isEqualTo(life);
      assertThat(record.fingerprint()).isEqualTo(FINGERPRINT);
      assertThat(record.state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(record.isFinal()).isTrue();
    }

    @Test
    void aRefusalMakesItFailedAndFinal() {
      finish(claim(claimant(LONG)), DECLINED, Retention.FOREVER);
      assertThat(committed().state()).isEqualTo(RecordState.FAILED);
      assertThat(committed().retryable()).isFalse();
      assertThat(committed().isFinal()).isTrue();
    }

    @Test
    void aRollbackTakesTheOutcomeBackAndLeavesTheClaim() {
      Fence fence = claim(claimant(LONG));
      Object before = lasting(committed());
      Transactions.End end =
          transactions()
              .inBusiness(
                  () -> {
                    assertThat(store().storeOutcome(fence, CREATED, Retention.FOREVER)).isTrue();
                    transactions().setRollbackOnly();
                  })
              .end();
      assertThat(end).isEqualTo(Transactions.End.NOT_COMMITTED);
      assertThat(lasting(committed())).isEqualTo(before);
      assertThat(storeInBusiness(fence)).isTrue();
    }

    /** P18: an owner whose lease ran out but whom nobody replaced may finish. */
    @Test
    void aDeadLeaseThatNobodyTookIsNoObstacle() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      assertThat(storeInBusiness(fence)).isTrue();
    }

    @Test
    void withoutEndTheRecordNeverExpires() {
      finish(claim(claimant(LONG)), CREATED, Retention.FOREVER);
      assertThat(committed().timing().expired()).isFalse();
      assertThat(committed().timing().expiresIn()).isNull();
    }

    @Test
    void theRetentionIsCountedFromNow() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      Duration retention = Duration.ofDays(7);
      finish(fence, CREATED, Retention.of(retention));
      assertThat(committed().timing().expired()).isFalse();
      assertThat(committed().timing().expiresIn())
          .isLessThanOrEqualTo(retention)
          .isGreaterThan(retention.minus(PATIENCE));
    }

    @Test
    void afterTheRetentionTheRecordHasExpired() {
      finish(claim(claimant(LONG)), CREATED, Retention.of(SHORT));
      awaitExpiry();
      assertThat(committed().timing().expiresIn()).isLessThanOrEqualTo(Duration.ZERO);
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }
  }

  /** "Whether the claim was still the record's": each guard alone. */
  @Nested
  class WhenTheClaimIsNotTheRecords {

    @Test
    void anEarlierAttemptIsRefused() {
      Claimant claimant = claimant(LONG);
      claim(claimant);
      assertRefused(new Fence(id, 0, claimant.token()));
    }

    @Test
    void aLaterAttemptIsRefused() {
      Claimant claimant = claimant(LONG);
      claim(claimant);
      assertRefused(new Fence(id, 2, claimant.token()));
    }

    @Test
    void anotherTokenIsRefused() {
      claim(claimant(LONG));
      assertRefused(new Fence(id, 1, UUID.randomUUID()));
    }

    @Test
    void anotherRecordIsUntouched() {
      Fence fence = claim(claimant(LONG));
      RecordId absent = RecordId.of("contract.test", "alice", id.toString());
      assertRefused(new Fence(absent, 1, fence.token()));
    }

    @Test
    void aSucceededRecordIsRefused() {
      Fence fence = claim(claimant(LONG));
      finish(fence, DECLINED, Retention.FOREVER);
      assertRefused(fence);
    }

    @Test
    void aRetryableRecordIsRefused() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      assertRefused(fence);
    }

    @Test
    void theSecondOutcomeInOneTransactionIsRefused() {
      Fence fence = claim(claimant(LONG));
      List<Boolean> stored = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                stored.add(store().storeOutcome(fence, CREATED, Retention.FOREVER));
                stored.add(store().storeOutcome(fence, DECLINED, Retention.FOREVER));
              });
      assertThat(stored).containsExactly(true, false);
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aZombieIsRefusedAfterTheTakeover() {
      Fence zombie = claim(claimant(SHORT));
      awaitDeadLease();
      claimAgain(claimant(LONG));
      assertRefused(zombie);
    }

    @Test
    void aZombieIsRefusedAfterANewLife() {
      Fence zombie = claim(claimant(LONG));
      finish(zombie, CREATED, Retention.of(SHORT));
      awaitExpiry();
      replaceExpired(FINGERPRINT, claimant(LONG));
      assertRefused(zombie);
    }

    @Test
    void aDeletedRecordStaysDeleted() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().delete(fence));
      assertRefused(fence);
    }

    /** "Changes nothing outside a transaction (P19)". */
    @Test
    void outsideATransactionNothingChanges() {
      Fence fence = claim(claimant(LONG));
      Object before = lasting(committed());
      boolean[] stored = new boolean[1];
      Throwable refusal =
          catchThrowable(() -> stored[0] = store().storeOutcome(fence, CREATED, Retention.FOREVER));
      assertThat(stored[0]).isFalse();
      assertThat(refusal)
          .satisfiesAnyOf(
              thrown -> assertThat(thrown).isNull(),
              thrown -> assertThat(thrown).isInstanceOf(StoreException.class));
      assertThat(lasting(committed())).isEqualTo(before);
    }
  }
}
