// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.protocol;

/** The fake keeps the contract of the ports. */
class InMemoryRecordStoreTest extends RecordStoreContract {

  private final InMemoryRecordStore store = new InMemoryRecordStore(FakeClock.realTime());

  @Override
  RecordStore store() {
    return store;
  }

  @Override
  StepStore steps() {
    return store.steps();
  }

  @Override
  OperatorStore operators() {
    return store.operators();
  }

  @Override
  PurgeStore purge() {
    return store.purge();
  }

  @Override
  LeaseStore leases() {
    return store.leases();
  }

  @Override
  Transactions transactions() {
    return store.transactions();
  }
}
