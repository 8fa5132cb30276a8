// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.rest;

import dev.idempotency.AnonymousCallers;
import dev.idempotency.Idempotent;
import dev.idempotency.KeyRequirement;
import dev.idempotency.Protocol;
import dev.idempotency.protocol.GuardedOperation;
import dev.idempotency.protocol.LeaseTerms;
import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.Operation;
import dev.idempotency.protocol.OperationCatalogue;
import dev.idempotency.protocol.OutcomePolicy;
import dev.idempotency.protocol.Protocols;
import dev.idempotency.protocol.Renewals;
import dev.idempotency.protocol.Retention;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Guards every annotated method under its own name, and wires the protocol to {@link TestStore}.
 */
@ApplicationScoped
class TestCatalogue implements OperationCatalogue {

  static final String KEY_HEADER = "Idempotency-Key";
  static final int BODY_LIMIT = 1000;
  static final int STORED_BODY_LIMIT = 100;

  private static final GuardedOperation.RequestRules RULES =
      new GuardedOperation.RequestRules(
          KEY_HEADER,
          BODY_LIMIT,
          STORED_BODY_LIMIT,
          List.of("Location", "ETag", "Link", "Content-Type", "Content-Language"));

  @Override
  public Optional<GuardedOperation> find(Class<?> beanClass, Method method) {
    return Optional.ofNullable(method.getAnnotation(Idempotent.class))
        .filter(idempotent -> !method.isAnnotationPresent(GET.class))
        .map(
            idempotent ->
                new GuardedOperation(
                    operation(method.getName()),
                    idempotent.key() != KeyRequirement.OPTIONAL,
                    AnonymousCallers.SHARED,
                    true,
                    List.of(idempotent.excludedMembers()),
                    RULES));
  }

  /** What every operation makes of its endings. */
  static OutcomePolicy policy = OutcomePolicy.DEFAULTS;

  static Operation operation(String name) {
    return new Operation(
        name,
        Protocol.TWO_TRANSACTIONS,
        new LeaseTerms(Duration.ofSeconds(30), Duration.ofMinutes(15)),
        name.equals("cancel") ? Retention.of(Duration.ofHours(1)) : Retention.FOREVER,
        Duration.ofSeconds(5),
        Duration.ZERO,
        policy);
  }

  @Produces
  @Singleton
  static TestStore store(TestTransactions transactions) {
    return new TestStore(transactions);
  }

  @Produces
  @Singleton
  static Protocols protocol(TestStore store, TestTransactions transactions) {
    return new Protocols(
        store,
        new NoSteps(),
        new NoOperators(),
        new Renewals(new NoLeases(), transactions, (delay, task) -> {}, System::nanoTime),
        transactions,
        new NodeSettings("test", 4),
        task -> {},
        pause -> {},
        System::nanoTime);
  }
}
