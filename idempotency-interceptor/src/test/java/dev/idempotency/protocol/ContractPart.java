// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.fingerprint.Fingerprint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What the parts of the contract have in common: a record of the test's own, and its steps. */
abstract class ContractPart {

  /** A lease that outlives every test. */
  static final Duration LONG = Duration.ofMinutes(5);

  /** A lease or retention that is waited for. */
  static final Duration SHORT = Duration.ofMillis(60);

  /** Long enough for any answer; a test that waits this long has failed. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** How often a condition is looked at. */
  static final Duration POLL = Duration.ofMillis(10);

  /** How long somebody must be seen waiting before we believe it. */
  static final Duration SEEN_WAITING = Duration.ofMillis(80);

  static final Fingerprint FINGERPRINT = fingerprint(1);
  static final Fingerprint OTHER_FINGERPRINT = fingerprint(2);
  static final Outcome CREATED =
      Outcome.response(
          201,
          List.of(new Header("Location", "/transfers/1")),
          "application/json",
          "{\"transfer_id\":1}".getBytes(StandardCharsets.UTF_8));
  static final Outcome DECLINED =
      Outcome.failure(402, new Outcome.Failure("example.Declined", "no funds"));

  final RecordIdentity identity =
      RecordIdentity.of("contract.test", "alice", UUID.randomUUID().toString());
  final RecordId id = identity.id();

  private final RecordStoreContract contract;

  ContractPart(RecordStoreContract contract) {
    this.contract = contract;
  }

  RecordStore store() {
    return contract.store();
  }

  StepStore steps() {
    return contract.steps();
  }

  OperatorStore operators() {
    return contract.operators();
  }

  PurgeStore purge() {
    return contract.purge();
  }

  LeaseStore leases() {
    return contract.leases();
  }

  Transactions transactions() {
    return contract.transactions();
  }

  static Fingerprint fingerprint(int fill) {
    byte[] digest = new byte[32];
    Arrays.fill(digest, (byte) fill);
    return Fingerprint.of(1, digest);
  }

  static Claimant claimant(Duration staleAfter) {
    return new Claimant(UUID.randomUUID(), UUID.randomUUID(), "node-1", staleAfter);
  }

  <T> Future<T> onAnotherThread(Callable<T> work) {
    return contract.threads().submit(work);
  }

  <T> T inNew(Supplier<T> work) {
    return transactions().inNew(work);
  }

  /** Runs work on another thread in an open transaction until the test ends it. */
  HeldTransaction hold(Runnable work) {
    return HeldTransaction.after(work, transactions(), contract.threads());
  }

  static <T> T result(Future<T> future) throws Exception {
    return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  static void assertStillWaiting(Future<?> future) {
    await().during(SEEN_WAITING).atMost(PATIENCE).pollInterval(POLL).until(() -> !future.isDone());
  }

  /** Claims the test's record for the first time and commits. */
  Fence claim(Claimant claimant) {
    assertThat(inNew(() -> store().insert(identity, FINGERPRINT, claimant))).isTrue();
    return new Fence(id, 1, claimant.token());
  }

  /** Claims the record again after a retryable failure or a dead lease and commits. */
  Fence claimAgain(Claimant claimant) {
    StoredRecord seen = inNew(() -> lockAndClaimAgain(claimant));
    return new Fence(id, seen.fence().attempt() + 1, claimant.token());
  }

  StoredRecord lockAndClaimAgain(Claimant claimant) {
    StoredRecord seen = store().lock(id).orElseThrow();
    assertThat(store().claimAgain(seen, claimant)).isTrue();
    return seen;
  }

  /** Replaces the expired record by a new life and commits. */
  Fence replaceExpired(Fingerprint fingerprint, Claimant claimant) {
    return inNew(
        () -> {
          StoredRecord seen = store().lock(id).orElseThrow();
          assertThat(seen.timing().expired()).isTrue();
          assertThat(store().replaceExpired(seen, fingerprint, claimant)).isTrue();
          return new Fence(id, seen.fence().attempt() + 1, claimant.token());
        });
  }

  /** Stores the outcome in a business transaction of its own and commits. */
  void finish(Fence fence, Outcome outcome, Retention retention) {
    boolean[] stored = new boolean[1];
    Transactions.End end =
        transactions()
            .inBusiness(() -> stored[0] = store().storeOutcome(fence, outcome, retention))
            .end();
    assertThat(stored[0]).isTrue();
    assertThat(end).isEqualTo(Transactions.End.COMMITTED);
  }

  Optional<StoredRecord> find() {
    return inNew(() -> store().read(id));
  }

  /** The record as a new transaction sees it. */
  StoredRecord committed() {
    return find().orElseThrow();
  }

  void awaitDeadLease() {
    awaitSoon(() -> committed().timing().leaseIsDead());
  }

  void awaitExpiry() {
    awaitSoon(() -> committed().timing().expired());
  }

  static void awaitSoon(Callable<Boolean> condition) {
    await().pollDelay(Duration.ZERO).pollInterval(POLL).atMost(PATIENCE).until(condition);
  }

  /** The record without what depends on the moment of reading. */
  static Object lasting(StoredRecord record) {
    return List.of(
        record.fence(),
        record.life(),
        record.state(),
        record.retryable(),
        record.fingerprint(),
        record.timing().startedAt(),
        record.storedOutcome().map(Outcome::kind));
  }
}
