// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The outbox in memory; every statement commits at once. */
final class InMemoryOutboxStore implements OutboxStore {

  private static final class Row {
    final NewMessage message;
    MessageState state = MessageState.PENDING;
    int attempts;
    long due;
    long leaseUntil;
    UUID token;
    String failure = "";

    Row(NewMessage message, long due) {
      this.message = message;
      this.due = due;
    }
  }

  private final Map<UUID, Row> rows = new LinkedHashMap<>();
  private boolean isDown;
  private int statements;

  @Override
  public synchronized boolean insert(NewMessage message) {
    return rows.putIfAbsent(
            message.id(), new Row(message, System.nanoTime() + message.options().delay().toNanos()))
        == null;
  }

  @Override
  public synchronized List<ClaimedMessage> claim(Collection<Wanted> wanted, UUID token) {
    answer();
    List<ClaimedMessage> claimed = new ArrayList<>();
    for (Wanted destination : wanted) {
      long now = System.nanoTime();
      List<Row> due =
          rows.values().stream()
              .filter(row -> row.message.destination().equals(destination.destination()))
              .filter(row -> isDue(row, now) && isFirstOfItsGroup(row))
              .sorted(Comparator.comparingLong(row -> row.due))
              .limit(destination.most())
              .toList();
      due.forEach(row -> claimed.add(claim(row, token, now, destination.lease())));
    }
    return claimed;
  }

  private static boolean isDue(Row row, long now) {
    return row.due - now <= 0
        && (row.state == MessageState.PENDING
            || (row.state == MessageState.DELIVERING && row.leaseUntil - now <= 0));
  }

  private boolean isFirstOfItsGroup(Row row) {
    if (row.message.options().group().isEmpty()) {
      return true;
    }
    return rows.values().stream()
            .filter(
                other ->
                    other.message.destination().equals(row.message.destination())
                        && other.message.options().group().equals(row.message.options().group())
                        && !other.state.isFinal())
            .findFirst()
            .orElseThrow()
        == row;
  }

  private static ClaimedMessage claim(Row row, UUID token, long now, Duration lease) {
    row.state = MessageState.DELIVERING;
    row.attempts++;
    row.token = token;
    row.leaseUntil = now + lease.toNanos();
    NewMessage message = row.message;
    return new ClaimedMessage(
        message.id(),
        message.destination(),
        message.options().group(),
        row.attempts,
        message.mediaType(),
        message.options().headers(),
        message.payload());
  }

  @Override
  public synchronized int settle(Collection<Settlement> settlements) {
    answer();
    int settled = 0;
    for (Settlement settlement : settlements) {
      Row row = rows.get(settlement.id());
      if (row != null
          && row.state == MessageState.DELIVERING
          && row.token.equals(settlement.token())) {
        row.state = settlement.state();
        row.attempts = settlement.attempts();
        row.due = System.nanoTime() + settlement.delay().toNanos();
        row.failure = settlement.failure();
        settled++;
      }
    }
    return settled;
  }

  @Override
  public synchronized int purge(MessageState state, Duration retention, int most) {
    List<UUID> over =
        rows.values().stream()
            .filter(row -> row.state == state)
            .filter(row -> System.nanoTime() - row.due >= retention.toNanos())
            .limit(most)
            .map(row -> row.message.id())
            .toList();
    over.forEach(rows::remove);
    return over.size();
  }

  private void answer() {
    statements++;
    if (isDown) {
      throw new IllegalStateException("the database is down");
    }
  }

  synchronized void down(boolean down) {
    isDown = down;
  }

  synchronized int statements() {
    return statements;
  }

  synchronized MessageState state(UUID id) {
    return rows.get(id).state;
  }

  synchronized int attempts(UUID id) {
    return rows.get(id).attempts;
  }

  synchronized String failure(UUID id) {
    return rows.get(id).failure;
  }

  /** What another node's claim does to a message under way. */
  synchronized void takeOver(UUID id) {
    claim(rows.get(id), UUID.randomUUID(), System.nanoTime(), Duration.ofMinutes(5));
  }

  synchronized long count(MessageState state) {
    return rows.values().stream().filter(row -> row.state == state).count();
  }
}
