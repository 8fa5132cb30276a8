// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.protocol.LeaseStore.Renewal;
import dev.idempotency.protocol.Transactions.End;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** {@link LeaseStore}, and what of a renewed lease {@link RecordStore} shows. */
abstract class LeaseContract extends ContractPart {

  LeaseContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean renewHere(Fence fence, Duration staleAfter) {
    Set<Fence> renewed = leases().renew(List.of(new Renewal(fence, staleAfter)));
    assertThat(renewed).isSubsetOf(fence);
    return !renewed.isEmpty();
  }

  private boolean renew(Fence fence, Duration staleAfter) {
    return inNew(() -> renewHere(fence, staleAfter));
  }

  private Optional<Duration> left(Fence fence) {
    return inNew(() -> leases().left(fence));
  }

  private boolean leaseIsDead() {
    return committed().timing().leaseIsDead();
  }

  @Nested
  @DisplayName("P29: the lease is the later of the record's own and a renewed one")
  class WhenTheClaimHoldsTheRecord {

    @Test
    void aRenewalKeepsTheRecordBusyBeyondItsOwnLease() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      assertThat(renew(fence, LONG)).isTrue();
      assertThat(committed().timing().leaseLeft()).isPositive().isLessThanOrEqualTo(LONG);
      assertThat(left(fence)).hasValueSatisfying(left -> assertThat(left).isPositive());
    }

    @Test
    void aRenewalNeverShortensALease() {
      Fence fence = claim(claimant(LONG));
      assertThat(renew(fence, SHORT)).isTrue();
      awaitSoon(() -> left(fence).orElseThrow().isNegative());
      assertThat(leaseIsDead()).isFalse();
      Fence again = replaceBy(SHORT);
      renew(again, LONG);
      renew(again, SHORT);
      assertThat(left(again).orElseThrow()).isGreaterThan(SHORT);
    }

    private Fence replaceBy(Duration staleAfter) {
      inNew(() -> store().markRetryable(committed().fence(), Retention.of(LONG)));
      return claimAgain(claimant(staleAfter));
    }

    @Test
    void itIsRenewedAsOftenAsAsked() {
      Fence fence = claim(claimant(SHORT));
      for (int i = 0; i < 3; i++) {
        awaitDeadLease();
        assertThat(renew(fence, SHORT)).isTrue();
        assertThat(leaseIsDead()).isFalse();
      }
      awaitDeadLease();
    }

    @Test
    void anUnrenewedClaimHasNoRow() {
      assertThat(left(claim(claimant(LONG)))).isEmpty();
    }

    @Test
    void aRenewalThatRolledBackCountsForNobody() throws Exception {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction renewal = hold(() -> renewHere(fence, LONG))) {
        assertThat(leaseIsDead()).isTrue();
        renewal.rollBack();
      }
      assertThat(leaseIsDead()).isTrue();
      assertThat(left(fence)).isEmpty();
    }

    @Test
    void nothingElseOfTheRecordChanges() {
      Fence fence = claim(claimant(LONG));
      Object before = lasting(committed());
      renew(fence, LONG);
      assertThat(lasting(committed())).isEqualTo(before);
    }

    @Test
    void aSuccessorDoesNotInheritTheRenewedLease() {
      Fence fence = claim(claimant(SHORT));
      assertThat(renew(fence, LONG)).isTrue();
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      Fence successor = claimAgain(claimant(SHORT));
      awaitDeadLease();
      assertThat(left(successor)).isEmpty();
    }
  }

  @Nested
  @DisplayName("P16: a claim that does not hold its record is skipped")
  class WhenTheClaimDoesNotHoldTheRecord {

    private void assertSkipped(Fence fence) {
      assertThat(renew(fence, LONG)).isFalse();
      assertThat(left(fence)).isEmpty();
    }

    @Test
    void wrongAttemptWrongTokenAndNoRecordAreSkipped() {
      Fence fence = claim(claimant(LONG));
      assertSkipped(new Fence(id, 2, fence.token()));
      assertSkipped(new Fence(id, 1, UUID.randomUUID()));
      RecordIdentity other = RecordIdentity.of("contract.test", "bob", id.toString());
      assertSkipped(new Fence(other.id(), 1, fence.token()));
    }

    @Test
    void aPredecessorIsSkipped() {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      claimAgain(claimant(LONG));
      assertSkipped(fence);
    }

    @Test
    void aFinishedOrGivenBackRecordIsSkipped() {
      Fence fence = claim(claimant(LONG));
      inNew(() -> store().markRetryable(fence, Retention.of(LONG)));
      assertSkipped(fence);
      Fence next = claimAgain(claimant(LONG));
      finish(next, CREATED, Retention.FOREVER);
      assertSkipped(next);
    }

    @Test
    void ofSeveralExactlyThoseThatHoldTheirsAreRenewed() {
      List<Fence> fences = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        RecordIdentity one = RecordIdentity.of("contract.test", "batch " + i, id.toString());
        Claimant claimant = claimant(SHORT);
        inNew(() -> store().insert(one, FINGERPRINT, claimant));
        fences.add(new Fence(one.id(), i % 3 == 0 ? 2 : 1, claimant.token()));
      }
      List<Renewal> due = fences.stream().map(fence -> new Renewal(fence, LONG)).toList();
      List<Fence> holding = fences.stream().filter(fence -> fence.attempt() == 1).toList();
      for (int tick = 0; tick < 2; tick++) {
        assertThat(inNew(() -> leases().renew(due))).containsExactlyInAnyOrderElementsOf(holding);
      }
      assertThat(fences.stream().filter(fence -> left(fence).isPresent()))
          .containsExactlyInAnyOrderElementsOf(holding);
    }

    @Test
    void eachIsRenewedForItsOwnTime() {
      Fence fence = claim(claimant(SHORT));
      RecordIdentity other = RecordIdentity.of("contract.test", "bob", id.toString());
      Claimant claimant = claimant(SHORT);
      inNew(() -> store().insert(other, FINGERPRINT, claimant));
      Fence fenceOfOther = new Fence(other.id(), 1, claimant.token());
      inNew(
          () ->
              leases()
                  .renew(
                      List.of(
                          new Renewal(fence, LONG), new Renewal(fenceOfOther, LONG.plus(LONG)))));
      assertThat(left(fence).orElseThrow()).isLessThanOrEqualTo(LONG);
      assertThat(left(fenceOfOther).orElseThrow()).isGreaterThan(LONG);
    }
  }

  @Nested
  @DisplayName("P29: the key-share lock")
  class WhenOthersHoldTheRecord {

    @Test
    void aRecordThatIsBeingTakenIsNotRenewed() throws Exception {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction taker = hold(() -> store().lock(id))) {
        assertThat(renew(fence, LONG)).isFalse();
        assertThat(taker.isOpen()).isTrue();
      }
      assertThat(left(fence)).isEmpty();
      assertThat(leaseIsDead()).isTrue();
    }

    @Test
    void aRecordThatIsTakenButNotCommittedIsNotRenewed() throws Exception {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction taker = hold(() -> lockAndClaimAgain(claimant(LONG)))) {
        assertThat(renew(fence, LONG)).isFalse();
        assertThat(taker.isOpen()).isTrue();
      }
      assertThat(left(fence)).isEmpty();
    }

    @Test
    void whileItIsRenewedNobodyCanTakeIt() throws Exception {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      try (HeldTransaction renewal = hold(() -> renewHere(fence, LONG))) {
        assertThat(inNew(() -> store().lock(id))).isEmpty();
        assertThat(renewal.isOpen()).isTrue();
      }
      assertThat(inNew(() -> store().lock(id))).isPresent();
      assertThat(leaseIsDead()).isFalse();
    }

    /** P7: "seen before the lock" is not enough; P30: the lease is read by a second statement. */
    @Test
    void aTakerWhoSawADeadLeaseSeesTheRenewalUnderItsLock() throws Exception {
      Fence fence = claim(claimant(SHORT));
      awaitDeadLease();
      List<Boolean> dead = new ArrayList<>();
      inNew(
          () -> {
            dead.add(store().read(id).orElseThrow().timing().leaseIsDead());
            boolean renewed = resultOf(() -> renew(fence, LONG));
            StoredRecord locked = store().lock(id).orElseThrow();
            Duration left = leases().left(locked.fence()).orElseThrow();
            return dead.add(locked.renewedBy(left).timing().leaseIsDead()) && renewed;
          });
      assertThat(dead).containsExactly(true, false);
    }

    private boolean resultOf(java.util.concurrent.Callable<Boolean> work) {
      try {
        return result(onAnotherThread(work));
      } catch (Exception e) {
        throw new AssertionError("the other transaction failed", e);
      }
    }

    @Test
    void anUncommittedOutcomeIsNoObstacle() throws Exception {
      Fence fence = claim(claimant(SHORT));
      try (HeldTransaction owner =
          hold(() -> store().storeOutcome(fence, CREATED, Retention.FOREVER))) {
        assertThat(renew(fence, LONG)).isTrue();
        assertThat(owner.commit()).isEqualTo(End.COMMITTED);
      }
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void noOutcomeWaitsForARenewal() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction renewal = hold(() -> renewHere(fence, LONG))) {
        finish(fence, CREATED, Retention.FOREVER);
        assertThat(renewal.isOpen()).isTrue();
      }
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void noMarkIsSkippedForARenewal() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction renewal = hold(() -> renewHere(fence, LONG))) {
        assertThat(inNew(() -> store().markRetryable(fence, Retention.of(LONG)))).isTrue();
        assertThat(renewal.isOpen()).isTrue();
      }
      Fence next = claimAgain(claimant(LONG));
      try (HeldTransaction renewal = hold(() -> renewHere(next, LONG))) {
        assertThat(inNew(() -> store().markRefused(next, DECLINED, Retention.of(LONG)))).isTrue();
        assertThat(renewal.isOpen()).isTrue();
      }
      assertThat(committed().state()).isEqualTo(RecordState.FAILED);
    }

    @Test
    void aDeletionIsSkippedAndNotWaitedFor() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction renewal = hold(() -> renewHere(fence, LONG))) {
        assertThat(inNew(() -> store().delete(fence))).isFalse();
        assertThat(renewal.isOpen()).isTrue();
      }
      assertThat(inNew(() -> store().delete(fence))).isTrue();
    }

    @Test
    void renewalsOfOneRecordPassOneAnother() throws Exception {
      Fence fence = claim(claimant(LONG));
      Fence stale = new Fence(id, 2, UUID.randomUUID());
      try (HeldTransaction other = hold(() -> renewHere(stale, LONG))) {
        assertThat(renew(fence, LONG)).isTrue();
        assertThat(other.isOpen()).isTrue();
      }
    }
  }

  @Nested
  @DisplayName("P31: rows go with their record")
  class WhenDeleting {

    @Test
    void deadRowsOfEndedClaimsAreDeletedAndNoOthers() {
      Fence dead = claim(claimant(LONG));
      renew(dead, SHORT);
      RecordIdentity other = RecordIdentity.of("contract.test", "bob", id.toString());
      Claimant claimant = claimant(SHORT);
      inNew(() -> store().insert(other, FINGERPRINT, claimant));
      Fence live = new Fence(other.id(), 1, claimant.token());
      renew(live, LONG);
      awaitSoon(() -> left(dead).orElseThrow().isNegative());
      delete(live);
      assertThat(left(dead)).isPresent();
      delete(dead, live);
      assertThat(left(dead)).isEmpty();
      assertThat(left(live)).isPresent();
    }

    private void delete(Fence... ended) {
      inNew(
          () -> {
            leases().deleteDead(Stream.of(ended).toList());
            return true;
          });
    }

    @Test
    void whatDiedTodayIsNoStray() {
      Fence fence = claim(claimant(LONG));
      renew(fence, SHORT);
      awaitSoon(() -> left(fence).orElseThrow().isNegative());
      inNew(
          () -> {
            leases().deleteStrays();
            return true;
          });
      assertThat(left(fence)).isPresent();
    }
  }
}
