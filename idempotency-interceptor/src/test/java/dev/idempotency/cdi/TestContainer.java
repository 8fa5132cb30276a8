// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.InMemoryPorts;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.OperatorStore;
import dev.idempotency.protocol.PurgeStore;
import dev.idempotency.protocol.RecordStore;
import dev.idempotency.protocol.StepStore;
import dev.idempotency.protocol.Transactions;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;

/** A CDI container with the library, the fake database and the beans of a test. */
final class TestContainer implements AutoCloseable {

  /** The beans that the server finds in the library's jar. */
  static final List<Class<?>> LIBRARY =
      List.of(
          IdempotentInterceptor.class,
          BodyMarkInterceptor.class,
          GuardedCalls.class,
          Catalogue.class,
          CurrentRequest.class,
          CurrentCall.class,
          CallerScope.class,
          StoredContents.class,
          CallerPrincipal.class,
          Wiring.class,
          StartupChecks.class);

  /** Stands for the adapter to the database. */
  @Dependent
  static class Ports {

    @Produces
    @Singleton
    static InMemoryPorts database() {
      return new InMemoryPorts();
    }

    @Produces
    static RecordStore store(InMemoryPorts database) {
      return database.store();
    }

    @Produces
    static LeaseStore leases(InMemoryPorts database) {
      return database.leases();
    }

    @Produces
    @Singleton
    static StepStore steps(InMemoryPorts database) {
      return database.steps();
    }

    @Produces
    @Singleton
    static OperatorStore operators(InMemoryPorts database) {
      return database.operators();
    }

    @Produces
    @Singleton
    static PurgeStore purge(InMemoryPorts database) {
      return database.purge();
    }

    @Produces
    @Singleton
    static Transactions transactions(InMemoryPorts database) {
      return database.transactions();
    }
  }

  private final SeContainer container;
  private final Config config;

  private TestContainer(Config config, SeContainer container) {
    this.config = config;
    this.container = container;
  }

  static TestContainer of(Class<?>... beans) {
    return of(Map.of(), beans);
  }

  static TestContainer of(Map<String, String> properties, Class<?>... beans) {
    return of(TestConfig.of(properties), List.of(beans), initializer -> {});
  }

  static TestContainer of(
      Config config, List<Class<?>> beans, Consumer<SeContainerInitializer> adjust) {
    ServerNames.bindExecutor(Runnable::run);
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    ConfigProviderResolver.instance().registerConfig(config, loader);
    List<Class<?>> all = new ArrayList<>(LIBRARY);
    all.add(Ports.class);
    all.addAll(beans);
    SeContainerInitializer initializer =
        SeContainerInitializer.newInstance()
            .disableDiscovery()
            .addExtensions(new IdempotencyExtension())
            .addBeanClasses(all.toArray(Class<?>[]::new));
    adjust.accept(initializer);
    try {
      return new TestContainer(config, initializer.initialize());
    } catch (RuntimeException e) {
      ConfigProviderResolver.instance().releaseConfig(config);
      throw e;
    }
  }

  <T> T get(Class<T> type) {
    return container.select(type).get();
  }

  InMemoryPorts database() {
    return get(InMemoryPorts.class);
  }

  @Override
  public void close() {
    container.close();
    ConfigProviderResolver.instance().releaseConfig(config);
  }
}
