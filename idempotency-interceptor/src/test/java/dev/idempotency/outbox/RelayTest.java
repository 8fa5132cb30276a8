// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.OutboxOptions;
import dev.idempotency.protocol.InMemoryPorts;
import dev.idempotency.spi.DeliveryResult;
import dev.idempotency.spi.OutboxDelivery;
import dev.idempotency.spi.OutboxMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The relay on the fake store, with real threads. */
class RelayTest {

  private static final Duration POLL = Duration.ofMillis(20);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final DestinationTerms TERMS =
      new DestinationTerms(
          2, Duration.ofSeconds(5), Duration.ofMillis(1), Duration.ofMillis(10), 3);

  private final InMemoryOutboxStore store = new InMemoryOutboxStore();
  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(20);
  private final List<Destination> destinations = new ArrayList<>();
  private final Queue<UUID> delivered = new ConcurrentLinkedQueue<>();
  private Relay relay;

  private interface Receiver {
    DeliveryResult take(OutboxMessage message) throws Exception;
  }

  private void destination(String name, DestinationTerms terms, Receiver receiver) {
    OutboxDelivery delivery =
        new OutboxDelivery() {
          @Override
          public String destination() {
            return name;
          }

          @Override
          public DeliveryResult deliver(OutboxMessage message) throws Exception {
            return receiver.take(message);
          }
        };
    destinations.add(new Destination(name, delivery, terms));
  }

  private DeliveryResult take(OutboxMessage message) {
    delivered.add(message.id());
    return DeliveryResult.delivered();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The relay's task throws nothing.
  private void start() {
    relay =
        new Relay(
            store,
            new InMemoryPorts().transactions(),
            destinations,
            new RelayTerms(POLL, 100),
            new RelayThreads(
                threads,
                (delay, task) -> threads.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS),
                System::nanoTime));
    relay.start();
  }

  @AfterEach
  void stop() {
    relay.stop(Duration.ofSeconds(1));
    threads.shutdownNow();
  }

  private List<UUID> send(String destination, int messages) {
    List<UUID> ids = new ArrayList<>();
    for (int i = 0; i < messages; i++) {
      ids.add(send(destination, OutboxOptions.defaults()));
    }
    return ids;
  }

  private UUID send(String destination, OutboxOptions options) {
    UUID id = UUID.randomUUID();
    store.insert(new NewMessage(id, destination, new byte[0], "text/plain", options));
    return id;
  }

  private void awaitCount(MessageState state, long count) {
    await().atMost(PATIENCE).until(() -> store.count(state) == count);
  }

  @Test
  void everythingIsDeliveredOnceByFewStatements() {
    destination("a", TERMS, this::take);
    List<UUID> ids = send("a", 5000);
    start();
    awaitCount(MessageState.DELIVERED, 5000);
    assertThat(delivered).containsExactlyInAnyOrderElementsOf(ids);
    assertThat(store.statements()).isLessThan(2000);
  }

  /** 12.3: one that hangs holds its own threads only. */
  @Test
  void aDestinationThatHangsDelaysNoOther() {
    CountDownLatch released = new CountDownLatch(1);
    destination(
        "hanging",
        TERMS,
        message -> {
          released.await();
          return DeliveryResult.delivered();
        });
    destination("quick", TERMS, this::take);
    send("hanging", 50);
    start();
    send("quick", 50);
    awaitCount(MessageState.DELIVERED, 50);
    assertThat(store.count(MessageState.DELIVERING)).isEqualTo(2);
    released.countDown();
    awaitCount(MessageState.DELIVERED, 100);
  }

  @Test
  void poisonAtTheHeadStopsNothingBehindIt() {
    AtomicBoolean poisonous = new AtomicBoolean(true);
    List<UUID> poison = send("a", 10);
    UUID eleventh = send("a", OutboxOptions.defaults());
    destination(
        "a",
        TERMS,
        message -> {
          if (poison.contains(message.id()) && poisonous.get()) {
            throw new StackOverflowError("staged");
          }
          return take(message);
        });
    start();
    await().atMost(PATIENCE).until(() -> delivered.contains(eleventh));
    awaitCount(MessageState.ABANDONED, 10);
    assertThat(poison)
        .allSatisfy(
            id -> {
              assertThat(store.attempts(id)).isEqualTo(3);
              assertThat(store.failure(id)).isEqualTo("java.lang.StackOverflowError");
            });
  }

  @Test
  void whatIsRefusedForGoodIsGivenUpAtOnce() {
    destination("a", TERMS, message -> DeliveryResult.abandon("no such account"));
    UUID id = send("a", OutboxOptions.defaults());
    start();
    awaitCount(MessageState.ABANDONED, 1);
    assertThat(store.attempts(id)).isOne();
    assertThat(store.failure(id)).isEqualTo("no such account");
  }

  /** 12.11: what fails is the turn, not the relay. */
  @Test
  void theRelayOutlivesTheDatabase() {
    destination("a", TERMS, this::take);
    start();
    store.down(true);
    send("a", 20);
    int before = store.statements();
    await().atMost(PATIENCE).until(() -> store.statements() > before + 3);
    store.down(false);
    awaitCount(MessageState.DELIVERED, 20);
  }

  @Test
  void aDeliveryThatTakesTooLongIsInterruptedAndComesAgain() {
    DestinationTerms hasty = new DestinationTerms(1, Duration.ofMillis(50), POLL, POLL, 3);
    destination(
        "a",
        hasty,
        message -> {
          if (message.attempt() == 1) {
            new CountDownLatch(1).await();
          }
          return take(message);
        });
    UUID id = send("a", OutboxOptions.defaults());
    start();
    awaitCount(MessageState.DELIVERED, 1);
    assertThat(store.attempts(id)).isEqualTo(2);
  }

  /** Fenced by the token: what another node has claimed meanwhile is the other node's. */
  @Test
  void aDeliveryThatLostItsClaimSettlesNothing() throws Exception {
    CountDownLatch under = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    destination(
        "a",
        TERMS,
        message -> {
          under.countDown();
          released.await();
          return take(message);
        });
    UUID id = send("a", OutboxOptions.defaults());
    start();
    under.await();
    store.takeOver(id);
    released.countDown();
    await().atMost(PATIENCE).until(() -> delivered.contains(id));
    relay.stop(PATIENCE);
    assertThat(store.state(id)).isEqualTo(MessageState.DELIVERING);
  }

  @Test
  void whatWaitsIsGivenBackWhenTheApplicationEnds() throws Exception {
    CountDownLatch under = new CountDownLatch(2);
    destination(
        "a",
        TERMS,
        message -> {
          under.countDown();
          new CountDownLatch(1).await();
          return DeliveryResult.delivered();
        });
    send("a", 2);
    start();
    under.await();
    send("a", 10);
    relay.stop(Duration.ofMillis(10));
    int after = store.statements();
    await()
        .during(POLL.multipliedBy(5))
        .atMost(PATIENCE)
        .until(() -> store.statements() <= after + 2);
    assertThat(store.count(MessageState.DELIVERING)).isLessThanOrEqualTo(2);
  }
}
