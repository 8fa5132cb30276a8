// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import dev.idempotency.fingerprint.Fingerprint;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One node's access to the fake store, with a stage before and after every statement. Like a pool
 * of connections it refuses interrupted threads.
 */
final class StagedStore implements RecordStore {

  /** The statements. */
  enum Statement {
    INSERT,
    INSERT_ALONE,
    READ,
    LOCK,
    REPLACE_EXPIRED,
    REPLACE_EXPIRED_ALONE,
    CLAIM_AGAIN,
    CLAIM_AGAIN_ALONE,
    STORE_OUTCOME,
    MARK_REFUSED,
    MARK_RETRYABLE,
    DELETE
  }

  private final Stage<Statement> before = new Stage<>();
  private final Stage<Statement> after = new Stage<>();
  private final InMemoryRecordStore store;

  StagedStore(InMemoryRecordStore store) {
    this.store = store;
  }

  Stage<Statement> before() {
    return before;
  }

  Stage<Statement> after() {
    return after;
  }

  /** An action that fails the statement, and thereby the transaction, as a database would. */
  Runnable failure(StoreException.Kind kind) {
    return () -> {
      FakeTransaction current = store.transactions().current();
      if (current == null) {
        throw new AssertionError("a statement runs outside a transaction");
      }
      throw FakeTable.failed(current, kind, "staged failure");
    };
  }

  private <T> T staged(Statement statement, Supplier<T> work) {
    if (Thread.currentThread().isInterrupted()) {
      failure(StoreException.Kind.OTHER).run();
    }
    before.reach(statement);
    T result = work.get();
    after.reach(statement);
    return result;
  }

  @Override
  public boolean insert(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return staged(Statement.INSERT, () -> store.insert(identity, fingerprint, claimant));
  }

  @Override
  public Optional<StoredRecord> read(RecordId id) {
    return staged(Statement.READ, () -> store.read(id));
  }

  @Override
  public Optional<StoredRecord> lock(RecordId id) {
    return staged(Statement.LOCK, () -> store.lock(id));
  }

  @Override
  public boolean replaceExpired(StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return staged(
        Statement.REPLACE_EXPIRED, () -> store.replaceExpired(seen, fingerprint, claimant));
  }

  @Override
  public boolean claimAgain(StoredRecord seen, Claimant claimant) {
    return staged(Statement.CLAIM_AGAIN, () -> store.claimAgain(seen, claimant));
  }

  @Override
  public boolean insertAlone(RecordIdentity identity, Fingerprint fingerprint, Claimant claimant) {
    return staged(Statement.INSERT_ALONE, () -> store.insertAlone(identity, fingerprint, claimant));
  }

  @Override
  public boolean replaceExpiredAlone(
      StoredRecord seen, Fingerprint fingerprint, Claimant claimant) {
    return staged(
        Statement.REPLACE_EXPIRED_ALONE,
        () -> store.replaceExpiredAlone(seen, fingerprint, claimant));
  }

  @Override
  public boolean claimAgainAlone(StoredRecord seen, Claimant claimant) {
    return staged(Statement.CLAIM_AGAIN_ALONE, () -> store.claimAgainAlone(seen, claimant));
  }

  @Override
  public boolean storeOutcome(Fence fence, Outcome outcome, Retention retention) {
    return staged(Statement.STORE_OUTCOME, () -> store.storeOutcome(fence, outcome, retention));
  }

  @Override
  public boolean markRefused(Fence fence, Outcome refusal, Retention retention) {
    return staged(Statement.MARK_REFUSED, () -> store.markRefused(fence, refusal, retention));
  }

  @Override
  public boolean markRetryable(Fence fence, Retention retention) {
    return staged(Statement.MARK_RETRYABLE, () -> store.markRetryable(fence, retention));
  }

  @Override
  public boolean delete(Fence fence) {
    return staged(Statement.DELETE, () -> store.delete(fence));
  }
}
