// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.protocol.TwoTransactions;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Singleton;
import java.util.concurrent.TimeUnit;

/** Makes the protocol of this node from the adapters that the deployment holds. */
@Dependent
class Wiring {

  @Produces
  @Singleton
  static NodeSettings node(BeanManager beans) {
    return beans.getExtension(IdempotencyExtension.class).node();
  }

  @Produces
  @Singleton
  static TwoTransactions protocol(RecordStore store, Transactions transactions, NodeSettings node) {
    return new TwoTransactions(
        store,
        transactions,
        node,
        new ServerExecutor(),
        pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos()),
        System::nanoTime);
  }
}
