// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.util.function.Supplier;

/** The contract on the fake. */
class InMemoryOutboxStoreTest extends OutboxStoreContract {

  private final InMemoryOutboxStore store = new InMemoryOutboxStore();

  @Override
  OutboxStore store() {
    return store;
  }

  @Override
  <T> T inNew(Supplier<T> work) {
    return work.get();
  }
}
