// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Renewals;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.protocol.TwoTransactions;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Disposes;
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
  static ServerTicker ticker() {
    return new ServerTicker();
  }

  static void stop(@Disposes ServerTicker ticker) {
    ticker.stop();
  }

  @Produces
  @Singleton
  static Renewals renewals(LeaseStore leases, Transactions transactions, ServerTicker ticker) {
    return new Renewals(leases, transactions, ticker, System::nanoTime);
  }

  @Produces
  @Singleton
  static TwoTransactions protocol(
      RecordStore store, Renewals renewals, Transactions transactions, NodeSettings node) {
    return new TwoTransactions(
        store,
        renewals,
        transactions,
        node,
        new ServerExecutor(),
        pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos()),
        System::nanoTime);
  }
}
