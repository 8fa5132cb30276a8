// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.idempotency.protocol.Transactions.End;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** {@link RecordStore#storeOutcome} when owners and takers meet at one record (P17). */
abstract class ConflictContract extends ContractPart {

  ConflictContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean storeInBusiness(Fence fence) {
    boolean[] stored = new boolean[1];
    transactions()
        .inBusiness(() -> stored[0] = store().storeOutcome(fence, CREATED, Retention.FOREVER));
    return stored[0];
  }

  /** The guard is judged when the lock is there, not before. */
  @Nested
  class WhenSomebodyElseHoldsTheRecord {

    @Test
    void theOwnerWaitsAndIsRefusedWhenTheTakerCommits() throws Exception {
      Fence owner = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction taker = hold(() -> lockAndClaimAgain(claimant(LONG)))) {
        Future<Boolean> stored = onAnotherThread(() -> storeInBusiness(owner));
        assertStillWaiting(stored);
        taker.commit();
        assertThat(result(stored)).isFalse();
      }
      assertThat(committed().fence().attempt()).isEqualTo(2);
      assertThat(committed().state()).isEqualTo(RecordState.IN_PROGRESS);
    }

    @Test
    void theOwnerWaitsAndStoresWhenTheTakerRollsBack() throws Exception {
      Fence owner = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction taker = hold(() -> lockAndClaimAgain(claimant(LONG)))) {
        Future<Boolean> stored = onAnotherThread(() -> storeInBusiness(owner));
        assertStillWaiting(stored);
        taker.rollBack();
        assertThat(result(stored)).isTrue();
      }
      assertThat(committed().fence()).isEqualTo(owner);
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @RepeatedTest(10)
    void ofOwnerAndTakerExactlyOneWins() throws Exception {
      Fence owner = claim(claimant(SHORT));
      awaitDeadLease();
      CyclicBarrier barrier = new CyclicBarrier(2);
      Future<Boolean> stored =
          onAnotherThread(
              () -> {
                barrier.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                return storeInBusiness(owner);
              });
      barrier.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      boolean taken =
          inNew(
              () ->
                  store()
                      .lock(id)
                      .filter(seen -> !seen.isFinal())
                      .map(seen -> store().claimAgain(seen, claimant(LONG)))
                      .orElse(false));
      assertThat(result(stored)).isNotEqualTo(taken);
      assertThat(committed().fence().attempt()).isEqualTo(taken ? 2 : 1);
    }

    /** "Any method throws StoreException where the statement failed; … then unusable". */
    @Test
    void ofTwoThatWaitForEachOtherOneFailsAndCannotCommit() throws Exception {
      RecordIdentity other = RecordIdentity.of("contract.test", "alice", id.toString());
      Claimant claimant = claimant(LONG);
      Fence first = claim(claimant(LONG));
      inNew(() -> store().insert(other, FINGERPRINT, claimant));
      Fence second = new Fence(other.id(), 1, claimant.token());
      CyclicBarrier barrier = new CyclicBarrier(2);
      Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
      Future<End> oneWay = onAnotherThread(() -> storeBoth(first, second, barrier, failures));
      End otherWay = storeBoth(second, first, barrier, failures);
      assertThat(List.of(result(oneWay), otherWay))
          .containsExactlyInAnyOrder(End.COMMITTED, End.NOT_COMMITTED);
      assertThat(failures)
          .singleElement()
          .asInstanceOf(type(StoreException.class))
          .extracting(StoreException::kind)
          .isEqualTo(StoreException.Kind.SERIALIZATION);
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
      assertThat(inNew(() -> store().read(other.id())).orElseThrow().state())
          .isEqualTo(RecordState.SUCCEEDED);
    }

    private End storeBoth(Fence one, Fence then, CyclicBarrier barrier, Queue<Throwable> failures) {
      return transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(one, CREATED, Retention.FOREVER);
                pass(barrier);
                Throwable failure =
                    catchThrowable(() -> store().storeOutcome(then, CREATED, Retention.FOREVER));
                if (failure != null) {
                  failures.add(failure);
                }
              })
          .end();
    }

    private void pass(CyclicBarrier barrier) {
      try {
        barrier.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (Exception e) {
        throw new AssertionError("the other side never came", e);
      }
    }
  }
}
