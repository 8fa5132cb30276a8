// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.idempotency.OutboxOptions;
import dev.idempotency.outbox.OutboxStore.Wanted;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What {@link OutboxStore} promises, for every implementation. Every test has a destination of its
 * own, and time passes for real.
 */
abstract class OutboxStoreContract {

  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration SHORT = Duration.ofMillis(60);
  private static final int ALL = 100;

  String destination;

  @BeforeEach
  void takeADestination() {
    destination = "d-" + UUID.randomUUID();
  }

  /** The store under test. */
  abstract OutboxStore store();

  /** Runs work in a transaction that commits. */
  abstract <T> T inNew(Supplier<T> work);

  NewMessage message(UUID id, String to, String text, OutboxOptions options) {
    return new NewMessage(id, to, text.getBytes(StandardCharsets.UTF_8), "text/plain", options);
  }

  UUID insert(String text, OutboxOptions options) {
    UUID id = UUID.randomUUID();
    assertThat(inNew(() -> store().insert(message(id, destination, text, options)))).isTrue();
    return id;
  }

  UUID insert(String text) {
    return insert(text, OutboxOptions.defaults());
  }

  List<ClaimedMessage> claim(UUID token, int most, Duration lease) {
    return inNew(() -> store().claim(List.of(new Wanted(destination, most, lease)), token));
  }

  private List<UUID> claimed(UUID token, Duration lease) {
    return claim(token, ALL, lease).stream().map(ClaimedMessage::id).toList();
  }

  private boolean settle(UUID id, UUID token, MessageState state, Duration wait) {
    Settlement settlement = new Settlement(id, token, state, wait, 1, "");
    return inNew(() -> store().settle(List.of(settlement))) == 1;
  }

  private UUID awaitClaim(Duration lease) {
    UUID token = UUID.randomUUID();
    await().until(() -> !claimed(token, lease).isEmpty());
    return token;
  }

  @Test
  void aClaimReadsAllThatWasSent() {
    UUID id = insert("Ærø €", OutboxOptions.defaults().group("g").header("X-One", "1"));
    assertThat(claim(UUID.randomUUID(), ALL, LONG))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.id()).isEqualTo(id);
              assertThat(message.destination()).isEqualTo(destination);
              assertThat(message.group()).contains("g");
              assertThat(message.attempt()).isOne();
              assertThat(message.mediaType()).isEqualTo("text/plain");
              assertThat(message.headers()).containsExactly(Map.entry("X-One", "1"));
              assertThat(new String(message.payload(), StandardCharsets.UTF_8)).isEqualTo("Ærø €");
            });
  }

  /** 12.14: the second one of an id is told so, and its transaction goes on. */
  @Test
  void oneIdIsOneMessage() {
    UUID id = insert("first");
    NewMessage again = message(id, destination, "second", OutboxOptions.defaults());
    assertThat(
            inNew(
                () -> {
                  boolean added = store().insert(again);
                  insert("third");
                  return added;
                }))
        .isFalse();
    assertThat(claim(UUID.randomUUID(), ALL, LONG))
        .extracting(message -> new String(message.payload(), StandardCharsets.UTF_8))
        .containsExactlyInAnyOrder("first", "third");
  }

  @Test
  void aHeldBackMessageIsClaimedWhenItIsDue() {
    insert("later", OutboxOptions.defaults().delay(SHORT.multipliedBy(5)));
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
    awaitClaim(LONG);
  }

  /** 12.9: what is being delivered is nobody else's while its lease lasts. */
  @Test
  void aLeaseIsRespectedUntilItRunsOut() {
    UUID id = insert("one");
    assertThat(claimed(UUID.randomUUID(), LONG)).containsExactly(id);
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
    UUID other = insert("two");
    assertThat(claimed(UUID.randomUUID(), SHORT)).containsExactly(other);
    await().until(() -> claimed(UUID.randomUUID(), SHORT).equals(List.of(other)));
  }

  /** A delivery that outlived its lease, and whose message another has, settles nothing. */
  @Test
  void onlyTheLastClaimSettlesAndOnlyOnce() {
    UUID late = UUID.randomUUID();
    UUID id = insert("one");
    claimed(late, SHORT);
    UUID successor = awaitClaim(LONG);
    assertThat(settle(id, late, MessageState.DELIVERED, Duration.ZERO)).isFalse();
    assertThat(settle(id, successor, MessageState.DELIVERED, Duration.ZERO)).isTrue();
    assertThat(settle(id, successor, MessageState.PENDING, Duration.ZERO)).isFalse();
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
  }

  @Test
  void aFailedOneIsDueAgainAfterItsWait() {
    UUID token = UUID.randomUUID();
    UUID id = insert("one");
    claimed(token, LONG);
    assertThat(settle(id, token, MessageState.PENDING, SHORT.multipliedBy(5))).isTrue();
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
    UUID second = UUID.randomUUID();
    await()
        .untilAsserted(
            () ->
                assertThat(claim(second, ALL, LONG))
                    .extracting(ClaimedMessage::attempt)
                    .containsExactly(2));
  }

  @Test
  void ofManyEachEndsInItsOwnWay() {
    UUID token = UUID.randomUUID();
    List<UUID> ids = Stream.of("a", "b", "c").map(this::insert).toList();
    claimed(token, LONG);
    List<Settlement> ends =
        List.of(
            new Settlement(ids.get(0), token, MessageState.DELIVERED, Duration.ZERO, 1, ""),
            new Settlement(ids.get(1), token, MessageState.PENDING, Duration.ZERO, 0, "x\u001fy"),
            new Settlement(ids.get(2), token, MessageState.ABANDONED, Duration.ZERO, 1, "no"));
    assertThat(inNew(() -> store().settle(ends))).isEqualTo(3);
    assertThat(claim(UUID.randomUUID(), ALL, LONG))
        .singleElement()
        .satisfies(
            message -> {
              assertThat(message.id()).isEqualTo(ids.get(1));
              assertThat(message.attempt()).isOne();
            });
  }

  @Test
  void theOldestComeFirstAndNoMoreThanWanted() {
    List<UUID> ids = Stream.of("a", "b", "c").map(this::insert).toList();
    assertThat(claim(UUID.randomUUID(), 2, LONG))
        .extracting(ClaimedMessage::id)
        .containsExactlyInAnyOrderElementsOf(ids.subList(0, 2));
    assertThat(claimed(UUID.randomUUID(), LONG)).containsExactly(ids.get(2));
  }

  /** 12.4: one after the other, and a dead one does not block its group. */
  @Test
  void ofAGroupOnlyTheFirstIsClaimed() {
    OutboxOptions group = OutboxOptions.defaults().group("g");
    List<UUID> ids = Stream.of("a", "b", "c").map(text -> insert(text, group)).toList();
    UUID apart = insert("d", OutboxOptions.defaults().group("h"));
    UUID token = UUID.randomUUID();
    assertThat(claimed(token, LONG)).containsExactlyInAnyOrder(ids.get(0), apart);
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
    settle(ids.get(0), token, MessageState.PENDING, LONG);
    assertThat(claimed(UUID.randomUUID(), LONG)).isEmpty();
    OutboxOptions other = OutboxOptions.defaults().group("i");
    UUID dead = insert("e", other);
    UUID next = insert("f", other);
    assertThat(claimed(token, LONG)).containsExactly(dead);
    settle(dead, token, MessageState.ABANDONED, Duration.ZERO);
    assertThat(claimed(token, LONG)).containsExactly(next);
  }

  /** 12.7: what has ended goes when its time is over, and nothing else does. */
  @Test
  void whatHasEndedIsPurgedAfterItsRetention() {
    UUID token = UUID.randomUUID();
    UUID dead = insert("dead");
    UUID done = insert("done");
    claimed(token, LONG);
    insert("waiting");
    settle(dead, token, MessageState.ABANDONED, Duration.ZERO);
    settle(done, token, MessageState.DELIVERED, Duration.ZERO);
    inNew(() -> store().purge(MessageState.DELIVERED, LONG, ALL));
    assertThat(isKept(done)).isTrue();
    await()
        .until(
            () -> {
              inNew(() -> store().purge(MessageState.DELIVERED, SHORT, ALL));
              return !isKept(done);
            });
    assertThat(isKept(dead)).isTrue();
    assertThat(claim(UUID.randomUUID(), ALL, LONG)).hasSize(2);
  }

  /** A message of a known id is not added; one that is gone can be. */
  private boolean isKept(UUID id) {
    NewMessage again = message(id, destination, "again", OutboxOptions.defaults());
    return !inNew(() -> store().insert(again));
  }

  @Test
  void destinationsAreClaimedApart() {
    UUID here = insert("here");
    UUID there = UUID.randomUUID();
    inNew(
        () -> store().insert(message(there, destination + "2", "there", OutboxOptions.defaults())));
    assertThat(claimed(UUID.randomUUID(), LONG)).containsExactly(here);
    List<Wanted> both =
        List.of(new Wanted(destination, ALL, LONG), new Wanted(destination + "2", 1, SHORT));
    assertThat(inNew(() -> store().claim(both, UUID.randomUUID())))
        .extracting(ClaimedMessage::id)
        .containsExactly(there);
  }
}
