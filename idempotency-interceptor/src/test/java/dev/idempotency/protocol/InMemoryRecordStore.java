// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import dev.idempotency.protocol.FakeTable.Held;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

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
  private final InMemoryOperatorStore operators = new InMemoryOperatorStore(this);
  private final Set<Guard> guards;

  InMemoryRecordStore(FakeClock clock, LockWaiting waiting) {
    this(clock, waiting, Guard.ALL);
  }

  /** A store whose statements have only these guards. */
  InMemoryRecordStore(FakeClock clock, LockWaiting waiting, Set<Guard> guards) {
    this.clock = clock;
    this.guards = guards;
    this.table = new FakeTable(waiting);
    this.transactions = new InMemoryTransactions(table);
  }

  InMemoryRecordStore(FakeClock clock) {
    this(clock, LockWaiting.REAL);
  }

  /** The renewed leases beside the records. */
  InMemoryLeaseStore leases() {
    return new InMemoryLeaseStore(this, clock, guards);
  }

  /** What has committed, whoever looks. */
  Optional<FakeRow> committed(RecordId id) {
    return table.committed(id);
  }

  /** Whether nobody could tell how the transaction ended. */
  boolean holdsNothing(FakeTransaction transaction) {
    return table.holdsNothing(transaction);
  }

  /** The transactions that this store takes part in. */
  InMemoryTransactions transactions() {
    return transactions;
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    Instant now = now();
    FakeRow row = FakeRow.claimed(identity.id(), 1, fingerprint, claimant, now);
    boolean inserted =
        table.insert(current(), row, LOCK_TIMEOUT, guards.contains(Guard.WHERE_NOT_EXISTS));
    if (inserted) {
      operators.seeFirst(identity, now);
    }
    return inserted;
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    Instant now = now();
    FakeTransaction tx = current();
    return table.select(tx, id).map(this::seen).map(seen -> withLease(tx, seen, now));
  }

  private StoredRecord withLease(FakeTransaction tx, StoredRecord seen, Instant now) {
    return table
        .lease(tx, seen.fence())
        .filter(until -> guards.contains(Guard.LEASE))
        .map(until -> seen.renewedBy(Duration.between(now, until)))
        .orElse(seen);
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    if (!guards.contains(Guard.LOCK)) {
      return read(id);
    }
    return table.selectForUpdate(current(), id, held(Guard.SKIP_LOCKED)).map(this::seen);
  }

  private Held held(Guard skips) {
    return guards.contains(skips) ? Held.SKIP : Held.WAIT;
  }

  private StoredRecord seen(FakeRow row) {
    StoredRecord seen = row.seenAt(now());
    StoredRecord.Timing timing = seen.timing();
    return new StoredRecord(
        seen.fence(),
        seen.life(),
        seen.state(),
        seen.retryable(),
        seen.fingerprint(),
        new StoredRecord.Timing(
            timing.startedAt(),
            guards.contains(Guard.LEASE) ? timing.leaseLeft() : Duration.ZERO,
            timing.expired() || !guards.contains(Guard.EXPIRY),
            timing.expiresIn()),
        seen.outcome());
  }

  /** The fence, as far as the store has it. */
  boolean isOwned(FakeRow row, Fence owner) {
    return (row.fence().attempt() == owner.attempt() || !guards.contains(Guard.ATTEMPT))
        && (row.fence().token().equals(owner.token()) || !guards.contains(Guard.TOKEN))
        && (row.state() == RecordState.IN_PROGRESS || !guards.contains(Guard.STATE));
  }

  private boolean isStill(FakeRow row, StoredRecord seen) {
    return row.isStill(seen) || !guards.contains(Guard.AS_SEEN);
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    RecordId id = seen.fence().id();
    long next = seen.fence().attempt() + 1;
    return table.update(
        current(),
        id,
        Held.WAIT,
        row -> isStill(row, seen),
        row -> FakeRow.claimed(id, next, fingerprint, claimant, now()));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return table.update(
        current(),
        seen.fence().id(),
        Held.WAIT,
        row -> isStill(row, seen) && row.state() != RecordState.SUCCEEDED,
        row -> row.claimedAgain(claimant, now()));
  }

  @Override
  public boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    RecordId id = identity.id();
    if (table.sees(current(), id) || !isAlone(id)) {
      return false;
    }
    FakeRow row = FakeRow.claimed(id, 1, fingerprint, claimant, now());
    return table.insert(current(), row, null, true);
  }

  private boolean isAlone(RecordId id) {
    return !guards.contains(Guard.ADVISORY_LOCK) || table.tryAdvisoryLock(current(), id);
  }

  @Override
  public boolean replaceExpiredAlone(
      StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return isAlone(seen.fence().id()) && replaceExpired(seen, fingerprint, claimant);
  }

  @Override
  public boolean claimAgainAlone(StoredRecord seen, Claimant claimant) {
    return isAlone(seen.fence().id()) && claimAgain(seen, claimant);
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    FakeTransaction current = transactions.current();
    return current != null
        && table.update(
            current,
            fence.id(),
            Held.WAIT,
            row -> isOwned(row, fence),
            row -> row.finished(outcome, retention, now()));
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return table.update(
        current(),
        fence.id(),
        held(Guard.MARK_SKIPS),
        row -> isOwned(row, fence),
        row -> row.refused(refusal, retention, now()));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return table.update(
        current(),
        fence.id(),
        held(Guard.MARK_SKIPS),
        row -> isOwned(row, fence),
        row -> row.givenBack(retention, now()));
  }

  @Override
  public boolean delete(Fence fence) {
    return table.delete(current(), fence.id(), held(Guard.MARK_SKIPS), row -> isOwned(row, fence));
  }

  FakeTable table() {
    return table;
  }

  /** What has outlived its retention. */
  InMemoryPurgeStore purge() {
    return new InMemoryPurgeStore(this);
  }

  InMemoryOperatorStore operators() {
    return operators;
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
