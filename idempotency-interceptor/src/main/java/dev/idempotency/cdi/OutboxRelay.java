// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.outbox.Destination;
import dev.idempotency.outbox.MessagePurge;
import dev.idempotency.outbox.OutboxStore;
import dev.idempotency.outbox.Relay;
import dev.idempotency.outbox.RelayThreads;
import dev.idempotency.outbox.Sends;
import dev.idempotency.protocol.Transactions;
import dev.idempotency.spi.OutboxDelivery;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;

/** The node's one relay: begins with the application and ends with it. */
@ApplicationScoped
@SuppressWarnings("NullAway.Init") // Injected.
class OutboxRelay {

  /** What the server's undeployment waits for a delivery that is under way. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  @Inject Instance<OutboxStore> store;
  @Inject Transactions transactions;
  @Inject ServerTicker ticker;
  @Inject @Any Instance<OutboxDelivery> deliveries;

  private @Nullable Relay relay;
  private @Nullable DeliveryThreads threads;

  synchronized void start(@Observes @Initialized(ApplicationScoped.class) Object event) {
    if (store.isResolvable()) {
      Relay started = relay();
      started.start();
      if (!started.destinations().isEmpty()) {
        OutboxSettings settings = new OutboxSettings(ConfigProvider.getConfig());
        new MessagePurge(
                store.get(),
                transactions,
                ticker,
                settings.deliveredRetention(),
                settings.abandonedRetention())
            .start();
      }
    }
  }

  synchronized Relay relay() {
    Relay made = relay;
    if (made == null) {
      OutboxSettings settings = new OutboxSettings(ConfigProvider.getConfig());
      Collection<Destination> destinations =
          OutboxDestinations.of(settings, deliveries, new ServerExecutor());
      DeliveryThreads executor = DeliveryThreads.of(destinations);
      threads = executor;
      made =
          new Relay(
              store.get(),
              transactions,
              destinations,
              settings.relay(),
              new RelayThreads(executor, ticker, System::nanoTime));
      relay = made;
    }
    return made;
  }

  @Produces
  @Singleton
  Sends sends() {
    return new Sends(store.get(), transactions, relay());
  }

  @PreDestroy
  void stop() {
    Relay running = relay;
    if (running != null) {
      running.stop(PATIENCE);
    }
    DeliveryThreads used = threads;
    if (used != null) {
      used.stop();
    }
  }
}
