// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.outbox.ClaimedMessage;
import dev.idempotency.outbox.MessageState;
import dev.idempotency.outbox.NewMessage;
import dev.idempotency.outbox.OutboxStore;
import dev.idempotency.outbox.Settlement;
import dev.idempotency.protocol.Header;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The outbox in PostgreSQL, by native SQL as in {@link JpaRecordStore}. */
public final class JpaOutboxStore implements OutboxStore {

  private static final String SEPARATOR = "\u001f";
  private static final int LONGEST_FAILURE = 1000;

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  public JpaOutboxStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  @Override
  public boolean insert(NewMessage message) {
    return sql.change(
            OutboxSql.INSERT,
            message.id().toString(),
            message.options().delay().toString(),
            MessageState.PENDING.name(),
            message.destination(),
            message.options().group().map(DatabaseText::storable).orElse(null),
            message.mediaType(),
            HeaderLines.encode(
                message.options().headers().entrySet().stream()
                    .map(header -> new Header(header.getKey(), header.getValue()))
                    .toList()),
            message.payload())
        == 1;
  }

  @Override
  public List<ClaimedMessage> claim(Collection<Wanted> wanted, UUID token) {
    return sql
        .rows(
            OutboxSql.CLAIM,
            joined(wanted, Wanted::destination),
            joined(wanted, destination -> Integer.toString(destination.most())),
            joined(wanted, destination -> destination.lease().toString()),
            MessageState.PENDING.name(),
            MessageState.DELIVERING.name(),
            token.toString())
        .stream()
        .map(row -> message((@Nullable Object[]) row))
        .toList();
  }

  @SuppressWarnings("NullAway") // What the table declares as not null.
  private static ClaimedMessage message(@Nullable Object[] row) {
    return new ClaimedMessage(
        UUID.fromString((String) row[0]),
        (String) row[1],
        Optional.ofNullable((String) row[2]),
        ((Number) row[3]).intValue(),
        (String) row[4],
        headers((String) row[5]),
        (byte[]) row[6]);
  }

  private static Map<String, String> headers(@Nullable String lines) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : HeaderLines.decode(lines).orElse(List.of())) {
      headers.put(header.name(), header.value());
    }
    return headers;
  }

  /** Sorted, so that two that meet the same rows wait for one another at the first. */
  @Override
  public int settle(Collection<Settlement> settlements) {
    List<Settlement> sorted =
        settlements.stream().sorted(Comparator.comparing(Settlement::id)).toList();
    return sql.change(
        OutboxSql.SETTLE,
        joined(sorted, settlement -> settlement.id().toString()),
        joined(sorted, settlement -> settlement.token().toString()),
        joined(sorted, settlement -> settlement.state().name()),
        joined(sorted, settlement -> Integer.toString(settlement.attempts())),
        joined(
            sorted,
            settlement -> settlement.state().isFinal() ? "" : settlement.delay().toString()),
        joined(
            sorted,
            settlement ->
                DatabaseText.bounded(
                    settlement.failure().replace(SEPARATOR, " "), LONGEST_FAILURE)),
        MessageState.DELIVERING.name());
  }

  @Override
  public int purge(MessageState state, Duration retention, int most) {
    return sql.change(OutboxSql.PURGE, state.name(), retention.toString(), most);
  }

  private static <T> String joined(Collection<T> items, Function<T, String> part) {
    return items.stream().map(part).collect(Collectors.joining(SEPARATOR));
  }
}
