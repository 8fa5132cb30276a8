// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.FakeTable.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The store on the fake database. It passes {@link RecordStoreContract}, so what a test proves with
 * it holds for PostgreSQL as far as that contract goes.
 */
final class InMemoryRecordStore implements RecordStore {

  private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);

  private final FakeClock clock;
  private final FakeTable table;
  private final InMemoryTransactions transactions;
  private final InMemoryStepStore steps = new InMemoryStepStore(this);

  InMemoryRecordStore(FakeClock clock, LockWaiting waiting) {
    this.clock = clock;
    this.table = new FakeTable(waiting);
    this.transactions = new InMemoryTransactions(table);
  }

  InMemoryRecordStore(FakeClock clock) {
    this(clock, LockWaiting.REAL);
  }

  /** The renewed leases beside the records. */
  InMemoryLeaseStore leases() {
    return new InMemoryLeaseStore(clock, table, transactions);
  }

  /** The transactions that this store takes part in. */
  InMemoryTransactions transactions() {
    return transactions;
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    FakeRow row = FakeRow.claimed(identity.id(), 1, fingerprint, claimant, now());
    return table.insert(current(), row, LOCK_TIMEOUT);
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    FakeTransaction tx = current();
    Instant now = now();
    return table.select(tx, id).map(row -> row.seenAt(now)).map(seen -> withLease(tx, seen, now));
  }

  private StoredRecord withLease(FakeTransaction tx, StoredRecord seen, Instant now) {
    return table
        .lease(tx, seen.fence())
        .map(until -> seen.renewedBy(Duration.between(now, until)))
        .orElse(seen);
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return table.selectForUpdateSkipLocked(current(), id).map(row -> row.seenAt(now()));
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    RecordId id = seen.fence().id();
    long next = seen.fence().attempt() + 1;
    return table.update(
        current(),
        id,
        Held.WAIT,
        row -> row.isStill(seen),
        row -> FakeRow.claimed(id, next, fingerprint, claimant, now()));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return table.update(
        current(),
        seen.fence().id(),
        Held.WAIT,
        row -> row.isStill(seen) && row.state() != RecordState.SUCCEEDED,
        row -> row.claimedAgain(claimant, now()));
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    FakeTransaction current = transactions.current();
    return current != null
        && table.update(
            current,
            fence.id(),
            Held.WAIT,
            row -> row.isOwnedBy(fence),
            row -> row.finished(outcome, retention, now()));
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return table.update(
        current(),
        fence.id(),
        Held.SKIP,
        row -> row.isOwnedBy(fence),
        row -> row.refused(refusal, retention, now()));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return table.update(
        current(),
        fence.id(),
        Held.SKIP,
        row -> row.isOwnedBy(fence),
        row -> row.givenBack(retention, now()));
  }

  @Override
  public boolean delete(Fence fence) {
    return table.deleteSkipLocked(current(), fence.id(), row -> row.isOwnedBy(fence));
  }

  FakeTable table() {
    return table;
  }

  InMemoryOperatorStore operators() {
    return new InMemoryOperatorStore(this);
  }

  InMemoryStepStore steps() {
    return steps;
  }

  FakeTransaction current() {
    FakeTransaction current = transactions.current();
    if (current == null) {
      throw new IllegalStateException("a statement of the protocol ran outside a transaction");
    }
    return current;
  }

  Instant now() {
    return clock.instant();
  }
}
