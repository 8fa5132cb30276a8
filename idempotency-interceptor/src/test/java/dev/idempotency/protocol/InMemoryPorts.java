// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The fake database, for tests of the packages around the protocol. */
public final class InMemoryPorts {

  private final FakeClock clock = FakeClock.stopped();
  private final InMemoryRecordStore store = new InMemoryRecordStore(clock);
  private final StagedStore staged = new StagedStore(store);
  private final InMemoryTransactions transactions = store.transactions();
  private final List<String> rows = new CopyOnWriteArrayList<>();

  public RecordStore store() {
    return staged;
  }

  public StepStore steps() {
    return store.steps();
  }

  public OperatorStore operators() {
    return store.operators();
  }

  public PurgeStore purge() {
    return store.purge();
  }

  public LeaseStore leases() {
    return store.leases();
  }

  /** How many statements of the protocol there were. */
  public int statements() {
    return Arrays.stream(StagedStore.Statement.values()).mapToInt(staged.before()::count).sum();
  }

  public Transactions transactions() {
    return transactions;
  }

  /** Inserts a business row in the calling thread's transaction. */
  public void insert(String row) {
    transactions.write(() -> rows.add(row));
  }

  /** The business rows that have committed. */
  public List<String> rows() {
    return List.copyOf(rows);
  }

  /** Runs work in a transaction that its caller began. */
  public <T> T inCallersTransaction(Supplier<T> work) {
    transactions.begin();
    try {
      return work.get();
    } finally {
      transactions.commit();
    }
  }

  public void advance(Duration duration) {
    clock.advance(duration);
  }

  /** The committed record; empty where there is none. */
  public Optional<StoredRecord> find(String operation, String scope, String key) {
    return transactions.inNew(() -> store.read(RecordId.of(operation, scope, key)));
  }
}
