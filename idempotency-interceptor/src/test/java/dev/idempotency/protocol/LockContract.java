// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@link RecordStore#lock}: "Locks and re-reads a record without waiting (P7)"; and visibility. */
abstract class LockContract extends ContractPart {

  LockContract(RecordStoreContract contract) {
    super(contract);
  }

  private Optional<StoredRecord> tryLock() {
    return inNew(() -> store().lock(id));
  }

  @Nested
  class WhenNobodyHoldsTheLock {

    @Test
    void theRecordIsReturnedAsItIs() {
      claim(claimant(LONG));
      assertThat(tryLock()).map(ContractPart::lasting).contains(lasting(committed()));
    }

    @Test
    void theSameTransactionMayLockAgain() {
      claim(claimant(LONG));
      assertThat(inNew(() -> store().lock(id).flatMap(seen -> store().lock(id)))).isPresent();
    }

    /** "The record as it is under the lock", though the transaction read another one before. */
    @Test
    void itIsReadAnewUnderTheLock() throws Exception {
      Fence fence = claim(claimant(LONG));
      List<RecordState> states = new ArrayList<>();
      inNew(
          () -> {
            states.add(store().read(id).orElseThrow().state());
            await(onAnotherThread(() -> finishHere(fence)));
            return states.add(store().lock(id).orElseThrow().state());
          });
      assertThat(states).containsExactly(RecordState.IN_PROGRESS, RecordState.SUCCEEDED);
    }

    @Test
    void theLockItReleasesAtTheEndIsFreeAgain() throws Exception {
      claim(claimant(LONG));
      try (HeldTransaction holder = hold(() -> store().lock(id))) {
        assertThat(tryLock()).isEmpty();
        holder.rollBack();
      }
      try (HeldTransaction holder = hold(() -> store().lock(id))) {
        assertThat(tryLock()).isEmpty();
        holder.commit();
      }
      assertThat(tryLock()).isPresent();
    }

    private boolean finishHere(Fence fence) {
      finish(fence, CREATED, Retention.FOREVER);
      return true;
    }

    private void await(Future<?> future) {
      try {
        result(future);
      } catch (Exception e) {
        throw new AssertionError("the other transaction failed", e);
      }
    }
  }

  /** "Empty where somebody else holds the lock". */
  @Nested
  class WhenAnotherTransactionHoldsTheRecord {

    @Test
    void aLockIsEnough() throws Exception {
      claim(claimant(LONG));
      try (HeldTransaction other = hold(() -> store().lock(id))) {
        assertThat(tryLock()).isEmpty();
        assertThat(other.isOpen()).isTrue();
      }
    }

    @Test
    void soIsAnUncommittedOutcome() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction owner =
          hold(() -> store().storeOutcome(fence, CREATED, Retention.FOREVER))) {
        assertThat(tryLock()).isEmpty();
        assertThat(owner.isOpen()).isTrue();
      }
      assertThat(tryLock()).map(StoredRecord::state).contains(RecordState.SUCCEEDED);
    }

    @Test
    void soIsAnUncommittedTakeover() throws Exception {
      claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction taker = hold(() -> lockAndClaimAgain(claimant(LONG)))) {
        assertThat(tryLock()).isEmpty();
        assertThat(taker.isOpen()).isTrue();
      }
      assertThat(tryLock()).map(seen -> seen.fence().attempt()).contains(2L);
    }

    @Test
    void soIsAnUncommittedDeletion() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction deleter = hold(() -> store().delete(fence))) {
        assertThat(tryLock()).isEmpty();
        assertThat(deleter.isOpen()).isTrue();
      }
      assertThat(tryLock()).isEmpty();
    }

    @Test
    void theSuspendedTransactionOfTheSameThreadIsAnotherToo() {
      Fence fence = claim(claimant(LONG));
      List<Optional<StoredRecord>> inner = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                inner.add(tryLock());
              });
      assertThat(inner).containsExactly(Optional.empty());
    }

    @Test
    void otherRecordsAreFree() throws Exception {
      claim(claimant(LONG));
      RecordIdentity other = RecordIdentity.of("contract.test", "alice", id.toString());
      inNew(() -> store().insert(other, FINGERPRINT, claimant(LONG)));
      try (HeldTransaction holder = hold(() -> store().lock(id))) {
        assertThat(inNew(() -> store().lock(other.id()))).isPresent();
        assertThat(holder.isOpen()).isTrue();
      }
    }
  }

  /** "The committed record, or this transaction's own version". */
  @Nested
  class WhenReading {

    @Test
    void anothersUncommittedOutcomeIsNotSeenAndNotWaitedFor() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction owner =
          hold(() -> store().storeOutcome(fence, CREATED, Retention.FOREVER))) {
        assertThat(committed().state()).isEqualTo(RecordState.IN_PROGRESS);
        assertThat(committed().storedOutcome()).isEmpty();
        owner.commit();
        assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
      }
    }

    @Test
    void anothersUncommittedDeletionIsNotSeen() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction deleter = hold(() -> store().delete(fence))) {
        assertThat(find()).isPresent();
        deleter.rollBack();
        assertThat(find()).isPresent();
      }
    }

    @Test
    void theOwnTransactionSeesItsOwnOutcome() {
      Fence fence = claim(claimant(LONG));
      List<RecordState> seen = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                seen.add(store().read(id).orElseThrow().state());
                seen.add(committed().state());
              });
      assertThat(seen).containsExactly(RecordState.SUCCEEDED, RecordState.IN_PROGRESS);
    }

    @Test
    void theOwnTransactionSeesItsOwnTakeoverAndDeletion() {
      claim(claimant(SHORT));
      awaitDeadLease();
      Claimant taker = claimant(LONG);
      inNew(
          () -> {
            StoredRecord seen = lockAndClaimAgain(taker);
            assertThat(store().read(id)).map(StoredRecord::isFinal).contains(false);
            Fence own = new Fence(id, seen.fence().attempt() + 1, taker.token());
            assertThat(store().read(id)).map(StoredRecord::fence).contains(own);
            assertThat(store().delete(own)).isTrue();
            assertThat(store().read(id)).isEmpty();
            return true;
          });
      assertThat(find()).isEmpty();
    }

    /** READ COMMITTED: every statement sees what was committed before it began. */
    @Test
    void whatCommitsMeanwhileIsSeenByTheNextRead() {
      Fence fence = claim(claimant(LONG));
      List<RecordState> seen = new ArrayList<>();
      transactions()
          .inBusiness(
              () -> {
                seen.add(store().read(id).orElseThrow().state());
                inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
                seen.add(store().read(id).orElseThrow().state());
              });
      assertThat(seen).containsExactly(RecordState.IN_PROGRESS, RecordState.FAILED);
    }

    @Test
    void aRollbackUndoesATakeover() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      RuntimeException stop = new RuntimeException("stop");
      assertThat(
              catchThrowable(
                  () ->
                      inNew(
                          () -> {
                            lockAndClaimAgain(claimant(LONG));
                            throw stop;
                          })))
          .isSameAs(stop);
      assertThat(committed().fence()).isEqualTo(fence);
      assertThat(committed().timing().leaseIsDead()).isTrue();
    }
  }
}
