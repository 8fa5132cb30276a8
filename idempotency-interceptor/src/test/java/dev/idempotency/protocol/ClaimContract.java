// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.idempotency.fingerprint.Fingerprint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link RecordStore#insert}: "Claims a record that does not exist yet (P5)". */
abstract class ClaimContract extends ContractPart {

  ClaimContract(RecordStoreContract contract) {
    super(contract);
  }

  private boolean insert() {
    return store().insert(identity, FINGERPRINT, claimant(LONG));
  }

  @Nested
  class WhenThereIsNoRecord {

    @Test
    void readFindsNothing() {
      assertThat(find()).isEmpty();
    }

    @Test
    void lockFindsNothing() {
      assertThat(inNew(() -> store().lock(id))).isEmpty();
    }

    @Test
    void theClaimIsAttemptOneOfANewLife() {
      Claimant claimant = claimant(LONG);
      claim(claimant);
      StoredRecord record = committed();
      assertThat(record.fence()).isEqualTo(new Fence(id, 1, claimant.token()));
      assertThat(record.life()).isEqualTo(claimant.newLife());
      assertThat(record.state()).isEqualTo(RecordState.IN_PROGRESS);
      assertThat(record.retryable()).isFalse();
      assertThat(record.isFinal()).isFalse();
      assertThat(record.fingerprint()).isEqualTo(FINGERPRINT);
      assertThat(record.storedOutcome()).isEmpty();
    }

    @Test
    void theLeaseIsWhatIsLeftOfTheClaimantsStaleAfter() {
      claim(claimant(LONG));
      Duration left = committed().timing().leaseLeft();
      assertThat(left).isPositive().isLessThanOrEqualTo(LONG);
      assertThat(left).isGreaterThan(LONG.minus(PATIENCE));
    }

    @Test
    void anUnfinishedRecordHasNoExpiry() {
      claim(claimant(LONG));
      assertThat(committed().timing().expired()).isFalse();
      assertThat(committed().timing().expiresIn()).isNull();
    }

    @Test
    void theOwnTransactionSeesItsOwnClaim() {
      Optional<StoredRecord> seen =
          inNew(
              () -> {
                assertThat(insert()).isTrue();
                return store().read(id);
              });
      assertThat(seen).map(StoredRecord::state).contains(RecordState.IN_PROGRESS);
    }

    @Test
    void aClaimThatRollsBackNeverWas() {
      RuntimeException stop = new RuntimeException("stop");
      assertThat(
              catchThrowable(
                  () ->
                      inNew(
                          () -> {
                            assertThat(insert()).isTrue();
                            throw stop;
                          })))
          .isSameAs(stop);
      assertThat(find()).isEmpty();
      assertThat(inNew(ClaimContract.this::insert)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, Integer.MAX_VALUE})
    void theFingerprintKeepsItsVersionAndEveryByte(int version) {
      byte[] digest = new byte[32];
      for (int i = 0; i < digest.length; i++) {
        digest[i] = (byte) (i * 8 - 128);
      }
      Fingerprint given = Fingerprint.of(version, digest);
      inNew(() -> store().insert(identity, given, claimant(LONG)));
      assertThat(committed().fingerprint()).isEqualTo(given);
      assertThat(committed().fingerprint().digest()).isEqualTo(digest);
    }

    @ParameterizedTest
    @CsvSource({"transfers.create,''", "x,Ærøskøbing ' \" \\ % 🙂", "a.b.c,'  spaces  '"})
    void operationAndScopeMayBeAnyText(String operation, String scope) {
      RecordIdentity odd = RecordIdentity.of(operation, scope, UUID.randomUUID().toString());
      assertThat(inNew(() -> store().insert(odd, FINGERPRINT, claimant(LONG)))).isTrue();
      assertThat(inNew(() -> store().read(odd.id()))).isPresent();
    }
  }

  @Nested
  class WhenThereIsARecord {

    @Test
    void theSecondClaimChangesNothing() {
      claim(claimant(LONG));
      Object before = lasting(committed());
      boolean inserted =
          inNew(() -> store().insert(identity, OTHER_FINGERPRINT, claimant(Duration.ofHours(9))));
      assertThat(inserted).isFalse();
      assertThat(lasting(committed())).isEqualTo(before);
      assertThat(committed().timing().leaseLeft()).isLessThanOrEqualTo(LONG);
    }

    @Test
    void theSameTransactionCannotClaimTwice() {
      List<Boolean> inserted = inNew(() -> List.of(insert(), insert()));
      assertThat(inserted).containsExactly(true, false);
    }

    @Test
    void anotherKeyScopeOrOperationIsAnotherRecord() {
      claim(claimant(LONG));
      String key = UUID.randomUUID().toString();
      assertThat(
              List.of(
                  RecordIdentity.of("contract.test", "alice", key),
                  RecordIdentity.of("contract.test", "bob", key),
                  RecordIdentity.of("contract.other", "alice", key)))
          .allMatch(other -> inNew(() -> store().insert(other, FINGERPRINT, claimant(LONG))));
    }
  }

  /** "Never tried against a record whose owner has written but not committed". */
  @Nested
  class WhenTheOwnerHasWrittenButNotCommitted {

    @Test
    void theOwnersOwnThreadIsRefusedAtOnceAndDoesNotDeadlock() {
      Fence fence = claim(claimant(LONG));
      boolean[] inserted = {true};
      transactions()
          .inBusiness(
              () -> {
                store().storeOutcome(fence, CREATED, Retention.FOREVER);
                inserted[0] = inNew(ClaimContract.this::insert);
              });
      assertThat(inserted[0]).isFalse();
      assertThat(committed().state()).isEqualTo(RecordState.SUCCEEDED);
    }

    @Test
    void anotherThreadIsRefusedAtOnce() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction owner =
          hold(() -> store().storeOutcome(fence, CREATED, Retention.FOREVER))) {
        assertThat(inNew(ClaimContract.this::insert)).isFalse();
        assertThat(owner.commit()).isEqualTo(Transactions.End.COMMITTED);
      }
    }

    @Test
    void anUncommittedDeletionStillCounts() throws Exception {
      Fence fence = claim(claimant(LONG));
      try (HeldTransaction deleter = hold(() -> store().delete(fence))) {
        assertThat(inNew(ClaimContract.this::insert)).isFalse();
        deleter.commit();
      }
      assertThat(inNew(ClaimContract.this::insert)).isTrue();
    }
  }

  /** "Waits at most one second for another's uncommitted claim". */
  @Nested
  class WhenAnothersClaimIsUncommitted {

    @Test
    void nobodyElseReadsIt() throws Exception {
      try (HeldTransaction other = hold(ClaimContract.this::insert)) {
        assertThat(find()).isEmpty();
        assertThat(inNew(() -> store().lock(id))).isEmpty();
        assertThat(other.isOpen()).isTrue();
      }
    }

    @Test
    void theSecondLosesWhenTheFirstCommits() throws Exception {
      try (HeldTransaction first = hold(ClaimContract.this::insert)) {
        Future<Boolean> second = onAnotherThread(() -> inNew(ClaimContract.this::insert));
        assertStillWaiting(second);
        first.commit();
        assertThat(result(second)).isFalse();
      }
      assertThat(committed().fence().attempt()).isEqualTo(1);
    }

    @Test
    void theSecondWinsWhenTheFirstRollsBack() throws Exception {
      try (HeldTransaction first = hold(ClaimContract.this::insert)) {
        Future<Boolean> second = onAnotherThread(() -> inNew(ClaimContract.this::insert));
        assertStillWaiting(second);
        assertThat(first.rollBack()).isEqualTo(Transactions.End.NOT_COMMITTED);
        assertThat(result(second)).isTrue();
      }
    }

    @Test
    void theWaitEndsWithALockTimeout() throws Exception {
      try (HeldTransaction first = hold(ClaimContract.this::insert)) {
        long start = System.nanoTime();
        assertThat(catchThrowable(() -> inNew(ClaimContract.this::insert)))
            .asInstanceOf(type(StoreException.class))
            .extracting(StoreException::kind)
            .isEqualTo(StoreException.Kind.LOCK_TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE.dividedBy(2));
        assertThat(first.commit()).isEqualTo(Transactions.End.COMMITTED);
      }
    }
  }

  @Nested
  class WhenClaimsRace {

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 16})
    void exactlyOneWins(int threads) throws Exception {
      CyclicBarrier barrier = new CyclicBarrier(threads);
      List<Future<Boolean>> claims = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        claims.add(
            onAnotherThread(
                () -> {
                  barrier.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
                  return inNew(ClaimContract.this::insert);
                }));
      }
      List<Boolean> results = new ArrayList<>();
      for (Future<Boolean> claim : claims) {
        results.add(result(claim));
      }
      assertThat(results).hasSize(threads).containsOnlyOnce(true);
      assertThat(committed().fence().attempt()).isEqualTo(1);
    }
  }
}
