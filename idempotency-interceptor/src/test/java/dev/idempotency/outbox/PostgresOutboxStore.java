// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idempotency.OutboxOptions;
import dev.idempotency.jpa.PostgresFixture;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The contract on PostgreSQL, and what only a database shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class PostgresOutboxStore extends OutboxStoreContract {

  private final PostgresFixture postgres;

  PostgresOutboxStore(String unit) {
    postgres = PostgresFixture.of(unit);
  }

  @AfterAll
  void close() throws Exception {
    postgres.close();
  }

  @Override
  OutboxStore store() {
    return postgres.outbox();
  }

  @Override
  <T> T inNew(Supplier<T> work) {
    return postgres.transactions().inNew(work);
  }

  /** 12.2: two nodes that claim at the same time. */
  @Test
  void whatAnUncommittedClaimHoldsIsPassedOver() {
    UUID first = insert("one");
    UUID second = insert("two");
    List<UUID> other =
        inNew(
            () -> {
              assertThat(
                      store()
                          .claim(
                              List.of(
                                  new OutboxStore.Wanted(destination, 1, Duration.ofMinutes(1))),
                              UUID.randomUUID()))
                  .extracting(ClaimedMessage::id)
                  .containsExactly(first);
              return CompletableFuture.supplyAsync(
                      () ->
                          claim(UUID.randomUUID(), 2, Duration.ofMinutes(1)).stream()
                              .map(ClaimedMessage::id)
                              .toList())
                  .join();
            });
    assertThat(other).containsExactly(second);
  }

  /** A zombie's message dies with its transaction. */
  @Test
  void aRolledBackMessageIsNotThere() {
    NewMessage message = message(UUID.randomUUID(), destination, "never", OutboxOptions.defaults());
    assertThatThrownBy(
            () ->
                inNew(
                    () -> {
                      store().insert(message);
                      throw new IllegalStateException("staged");
                    }))
        .hasMessage("staged");
    assertThat(claim(UUID.randomUUID(), 1, Duration.ofMinutes(1))).isEmpty();
  }
}
