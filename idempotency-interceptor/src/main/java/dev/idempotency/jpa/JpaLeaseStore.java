// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.jpa;

import dev.idempotency.protocol.Fence;
import dev.idempotency.protocol.LeaseStore;
import dev.idempotency.protocol.RecordState;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The renewed leases in PostgreSQL, by native SQL as in {@link JpaRecordStore}. */
final class JpaLeaseStore implements LeaseStore {

  private final NativeSql sql;

  /**
   * Creates the store.
   *
   * @param entityManager returns the entity manager of the calling thread's transaction
   */
  JpaLeaseStore(Supplier<EntityManager> entityManager) {
    this.sql = new NativeSql(entityManager);
  }

  /**
   * {@inheritDoc} Counts the rows, since a statement that changes rows and returns some isn't one
   * for every provider; which they are is asked only where some were skipped.
   */
  @Override
  public Set<Fence> renew(Collection<Renewal> due) {
    List<Fence> fences = due.stream().map(Renewal::fence).toList();
    String ids = ids(fences);
    String tokens = tokens(fences);
    int renewed =
        sql.change(
            LeaseSql.RENEW,
            ids,
            joined(fences, fence -> Long.toString(fence.attempt())),
            tokens,
            joined(due, renewal -> renewal.staleAfter().toString()),
            RecordState.IN_PROGRESS.name());
    if (renewed == fences.size()) {
      return Set.copyOf(fences);
    }
    Set<UUID> renewedTokens =
        renewed == 0
            ? Set.of()
            : sql.rows(LeaseSql.RENEWED, ids, tokens).stream()
                .map(token -> UUID.fromString((String) token))
                .collect(Collectors.toSet());
    return fences.stream()
        .filter(fence -> renewedTokens.contains(fence.token()))
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Optional<Duration> left(Fence fence) {
    return sql.rows(LeaseSql.LEFT, fence.id().toString(), fence.token().toString()).stream()
        .map(micros -> Duration.of(((Number) micros).longValue(), ChronoUnit.MICROS))
        .findFirst();
  }

  @Override
  public void deleteDead(Collection<Fence> ended) {
    sql.change(LeaseSql.DELETE_DEAD, ids(ended), tokens(ended));
  }

  @Override
  public void deleteStrays() {
    sql.change(LeaseSql.DELETE_STRAYS);
  }

  private static String ids(Collection<Fence> fences) {
    return joined(fences, fence -> fence.id().toString());
  }

  private static String tokens(Collection<Fence> fences) {
    return joined(fences, fence -> fence.token().toString());
  }

  private static <T> String joined(Collection<T> items, Function<T, String> part) {
    return items.stream().map(part).collect(Collectors.joining(","));
  }
}
