// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.Measured;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.Purge;
import dev.idempotency.protocol.PurgeStore;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.Renewals;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.spi.Telemetry;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Instance;
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
  static Purge purge(
      PurgeStore store, Transactions transactions, ServerTicker ticker, BeanManager beans) {
    IdempotencyExtension extension = beans.getExtension(IdempotencyExtension.class);
    return new Purge(
        store, transactions, extension.purge(), () -> extension.deployment().retentions(), ticker);
  }

  @Produces
  @Singleton
  static Protocols protocol(
      RecordStore store,
      StepStore steps,
      OperatorStore operators,
      Renewals renewals,
      Transactions transactions,
      NodeSettings node) {
    return new Protocols(
        store,
        steps,
        operators,
        renewals,
        transactions,
        node,
        new ServerExecutor(),
        pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos()),
        System::nanoTime);
  }

  /** Every listener is there for as long as the application. */
  @Produces
  @Singleton
  static Measured measured(Protocols protocols, @Any Instance<Telemetry> listeners) {
    return new Measured(protocols, listeners.stream().toList(), System::nanoTime);
  }
}
