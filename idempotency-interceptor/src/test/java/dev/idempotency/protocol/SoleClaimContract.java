// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * {@link RecordStore#insertAlone} and its like: "only where no other transaction has made such a
 * claim of the record, and for as long as this one lasts none can. Waits for nobody" (P40).
 */
abstract class SoleClaimContract extends ContractPart {

  private final Claimant mine = claimant(LONG);
  private final Claimant others = claimant(LONG);

  SoleClaimContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean insertAlone(Claimant claimant) {
    return store().insertAlone(identity, FINGERPRINT, claimant);
  }

  private static void rolledBack(Runnable work, Transactions transactions) {
    RuntimeException stop = new RuntimeException("stop");
    assertThat(
            catchThrowable(
                () ->
                    transactions.inNew(
                        () -> {
                          work.run();
                          throw stop;
                        })))
        .isSameAs(stop);
  }

  @Nested
  class WhenThereIsNoRecord {

    @Test
    void theClaimIsAttemptOneOfANewLife() {
      assertThat(inNew(() -> insertAlone(mine))).isTrue();
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(new Fence(id, 1, mine.token()));
      assertThat(record.life()).isEqualTo(mine.newLife());
      assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(record.fingerprint()).isEqualTo(FINGERPRINT);
    }

    @Test
    void claimAndOutcomeCommitTogether() {
      Fence fence = new Fence(id, 1, mine.token());
      transactions()
          .inBusiness(
              () -> {
                assertThat(insertAlone(mine)).isTrue();
                assertThat(store().storeOutcome(fence, CREATED, Retention.of(LONG))).isTrue();
              });
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void aClaimThatRollsBackNeverWas() {
      rolledBack(() -> assertThat(insertAlone(mine)).isTrue(), transactions());
      assertThat(find()).isEmpty();
      assertThat(inNew(() -> insertAlone(others))).isTrue();
    }

    @Test
    void whileOneIsOpenAnotherIsRefusedAtOnceAndSeesNothing() throws Exception {
      try (HeldTransaction first = hold(() -> assertThat(insertAlone(mine)).isTrue())) {
        assertThat(result(onAnotherThread(() -> inNew(() -> insertAlone(others))))).isFalse();
        assertThat(find()).isEmpty();
        first.commit();
      }
      assertThat(committed().fence().token()).isEqualTo(mine.token());
    }

    @Test
    void afterItRolledBackAnotherMay() throws Exception {
      try (HeldTransaction first = hold(() -> assertThat(insertAlone(mine)).isTrue())) {
        first.rollBack();
      }
      assertThat(inNew(() -> insertAlone(others))).isTrue();
    }

    @Test
    void theSameTransactionMayDeleteItsClaimAndClaimAgain() {
      inNew(
          () -> {
            assertThat(insertAlone(mine)).isTrue();
            assertThat(store().delete(new Fence(id, 1, mine.token()))).isTrue();
            return insertAlone(others);
          });
      assertThat(committed().fence().token()).isEqualTo(others.token());
    }
  }

  @Nested
  class WhenThereIsARecord {

    private Fence retryable() {
      Fence fence = claim(others);
      assertThat(inNew(() -> store().markRetryable(fence, Retention.of(LONG)))).isTrue();
      return fence;
    }

    @Test
    void nothingIsInserted() {
      claim(others);
      assertThat(inNew(() -> insertAlone(mine))).isFalse();
      assertThat(committed().fence().token()).isEqualTo(others.token());
    }

    @Test
    void whatWasGivenBackIsClaimedWithinItsLife() {
      retryable();
      assertThat(inNew(() -> store().claimAgainAlone(store().read(id).orElseThrow(), mine)))
          .isTrue();
      assertThat(committed().fence()).isEqualTo(new Fence(id, 2, mine.token()));
      assertThat(committed().life()).isEqualTo(others.newLife());
    }

    @Test
    void whatHasExpiredBeginsANewLife() {
      finish(claim(others), CREATED, Retention.of(SHORT));
      awaitExpiry();
      StoredRecord seen = committed();
      assertThat(inNew(() -> store().replaceExpiredAlone(seen, OTHER_FINGERPRINT, mine))).isTrue();
      assertThat(committed().fence()).isEqualTo(new Fence(id, 2, mine.token()));
      assertThat(committed().life()).isEqualTo(mine.newLife());
      assertThat(committed().fingerprint()).isEqualTo(OTHER_FINGERPRINT);
      assertThat(committed().storedOutcome()).isEmpty();
    }

    @Test
    void whileOneHasClaimedItAnotherIsRefusedAtOnce() throws Exception {
      retryable();
      StoredRecord seen = committed();
      try (HeldTransaction first =
          hold(() -> assertThat(store().claimAgainAlone(seen, mine)).isTrue())) {
        assertThat(
                result(
                    onAnotherThread(
                        () -> inNew(() -> store().claimAgainAlone(seen, claimant(LONG))))))
            .isFalse();
        first.rollBack();
      }
      assertThat(committed().fence()).isEqualTo(seen.fence());
    }

    @Test
    void whatHasChangedSinceItWasSeenIsNotClaimed() {
      retryable();
      StoredRecord seen = committed();
      assertThat(inNew(() -> store().claimAgainAlone(seen, others))).isTrue();
      assertThat(inNew(() -> store().claimAgainAlone(seen, mine))).isFalse();
      assertThat(inNew(() -> store().replaceExpiredAlone(seen, FINGERPRINT, mine))).isFalse();
      assertThat(committed().fence()).isEqualTo(new Fence(id, 2, others.token()));
    }
  }
}
